import { bigint, customType, doublePrecision, timestamp } from 'drizzle-orm/pg-core'

/** All times carry their zone; the database's clock sets the ones of the queue. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const usd = (name: string) => doublePrecision(name)

/** Counts and byte sizes below 2^53. */
export const count = (name: string) => bigint(name, { mode: 'number' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
