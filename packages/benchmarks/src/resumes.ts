import { editResume } from './edit/resume.ts'
import { harborResume } from './harbor/resume.ts'
import type { Resume } from './port.ts'

export type { Resume, ResumePlan } from './port.ts'

/** By benchmark; one that is missing here cannot be resumed, and its definition says so. */
export const resumes: Record<string, Resume> = {
  edit: editResume,
  harbor: harborResume,
}
