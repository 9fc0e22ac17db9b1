import { z } from 'zod'
import type { Change } from './change.ts'

const notification = z.array(
  z.tuple([z.string().nullable(), z.enum(['experiment', 'run', 'trial', 'runner', 'trace']), z.string()]),
)

/** The payload of `paddock_change`: a JSON array of [teamId, entity, id]. What cannot be read counts as "something". */
export function readNotification(payload: string): { teamId: string | null; change: Change }[] | 'unreadable' {
  try {
    return notification.parse(JSON.parse(payload)).map(([teamId, entity, id]) => ({ teamId, change: { entity, id } }))
  } catch {
    return 'unreadable'
  }
}
