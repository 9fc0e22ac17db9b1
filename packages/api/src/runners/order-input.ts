import { z } from 'zod'

export const runnerName = z.string().min(1).max(128)

const maxForMs = 365 * 24 * 3_600_000

export const orderInput = z.strictObject({
  name: runnerName,
  note: z.string().trim().min(1).max(1_000).optional(),
  /** How long; absent: until taken back. */
  forMs: z.int().min(1_000).max(maxForMs).optional(),
})
