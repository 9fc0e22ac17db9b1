import { z } from 'zod'

/** Run and arm names become directory names: one path segment, never `.` or `..`. */
export const segmentName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'use 1 to 128 of A–Z a–z 0–9 _ . -')
  .refine((name) => name !== '.' && name !== '..', 'must not be "." or ".."')

/** No dash: an arm's run is `<experiment>-<arm>`. */
export const experimentId = z
  .string()
  .regex(/^[A-Za-z0-9_.]{1,64}$/, 'use 1 to 64 of A–Z a–z 0–9 _ . (no dash)')
  .refine((name) => name !== '.' && name !== '..', 'must not be "." or ".."')

export const armName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,63}$/, 'use 1 to 63 of A–Z a–z 0–9 _ . -')
  .refine((name) => name !== '.' && name !== '..', 'must not be "." or ".."')
