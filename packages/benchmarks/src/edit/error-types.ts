import type { FailureCategory } from './result-file.ts'

/** What trials show as their error, by what went wrong outside of the answer; an answer that is just wrong is no error. */
export const editErrorTypes = {
  timeout: 'AgentTimeout',
  'turn-limit': 'TurnLimit',
  agent: 'AgentFailed',
  provider: 'ProviderFailed',
  auth: 'AuthRequired',
  'not-installed': 'AgentNotInstalled',
  verifier: 'VerifierFailed',
} as const satisfies Partial<Record<FailureCategory, string>>

type ErroredCategory = keyof typeof editErrorTypes

/** Those in which nobody could tell whether the answer was right: what a resume runs again by itself. */
export const undecidedCategories = ['provider', 'auth', 'not-installed', 'verifier'] as const

export const erroredCategories = Object.keys(editErrorTypes) as ErroredCategory[]

/** Null: the edit benchmark has no such error. */
export function categoryOfErrorType(errorType: string): ErroredCategory | null {
  return erroredCategories.find((category) => editErrorTypes[category] === errorType) ?? null
}
