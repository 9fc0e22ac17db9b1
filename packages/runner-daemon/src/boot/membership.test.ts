import { expect, test } from 'vitest'
import { useHost } from '../testing/use-host.ts'

const t = useHost()

test('a start that failed after it had registered seemed alive until its lease ended; now it says why it is gone', async () => {
  const { db } = t.queue
  // Registering needs the table of runners alone, adopting this one as well.
  await db.execute('alter table key_lock rename to key_lock_away')
  try {
    await expect(t.start()).rejects.toThrow()
  } finally {
    await db.execute('alter table key_lock_away rename to key_lock')
  }
  const rows = await db.execute<{ status: string; status_reason: string }>(
    `select status, status_reason from runner where teams = '{${t.queue.teamId}}'`,
  )
  expect(rows).toMatchObject([{ status: 'gone', status_reason: expect.stringMatching(/^did not come up: 42P01: /) }])
})
