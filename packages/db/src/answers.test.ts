import { startScratchPostgres } from '@paddock/testing'
import { expect, test } from 'vitest'
import { answers } from './answers.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

test('health said 200 while the database was away: a server that is stopped does not answer', async () => {
  const server = await startScratchPostgres()
  await migrate(server.url)
  const web = connect(server.url, { role: 'paddock_web', max: 2 })
  try {
    expect(await answers(web.db, 2_000)).toBe(true)
    await server.restart('shutdown')
    await expect.poll(() => answers(web.db, 2_000), { timeout: 10_000 }).toBe(true)
    await server.close()
    expect(await answers(web.db, 2_000)).toBe(false)
    expect(await answers(web.db, 2_000)).toBe(false)
  } finally {
    await web.close()
  }
})
