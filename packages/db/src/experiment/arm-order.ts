import { sql } from 'drizzle-orm'

/** Baselines, variants, unset; then name. */
export const armOrder = sql`case arm.role when 'baseline' then 0 when 'variant' then 1 else 2 end, arm.name`
