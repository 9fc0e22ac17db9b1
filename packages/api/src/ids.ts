import { z } from 'zod'

/** Any id of a run, trial, trace or key: what does not exist is unknown, not malformed. */
export const anyId = z.string().min(1).max(100)

/** Numbers that travel into PostgreSQL's `integer`. */
export const smallCount = z.int().min(0).max(2_147_483_647)

/** A page's cursor: opaque to callers, a sequence number to us. */
export const cursorNumber = z.string().regex(/^\d{1,15}$/, 'is not a cursor of this list')

/** A cursor whose inside the database layer knows. */
export const cursorText = z.string().min(1).max(1_000)
