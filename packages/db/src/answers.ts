import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/** Whether the server answers a statement with these rights on our tables, within `patienceMs`. Never throws. */
export async function answers(db: Db, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const look = db.execute(sql`select from organization limit 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([look, late]).finally(() => clearTimeout(timer))
}
