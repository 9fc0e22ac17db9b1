import { idempotencyKey, launchRequest } from '@paddock/domain'
import { z } from 'zod'

/** A launch as it travels: the request, and a key under which sending it again is the same run. */
export const launchInput = z.strictObject({ launch: launchRequest, idempotencyKey: idempotencyKey.optional() })
