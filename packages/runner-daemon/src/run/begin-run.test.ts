import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unwatchedMoments } from '../moments.ts'
import { hostTable as table } from '../process/host-table.ts'
import { recordOf } from '../process/run-record.ts'
import { startProcess } from '../process/start-process.ts'
import { isTerminal, membersOf } from '../testing/test-host.ts'
import { useHost } from '../testing/use-host.ts'

const t = useHost()

describe('a run that was queued again', () => {
  test('started beside its own old processes, which were killed meanwhile or later', async () => {
    let runId = ''
    let leftAtSpawn: number[] | null = null
    await t.start({
      ports: {
        moments: {
          reached(moment) {
            if (moment === 'intent written') leftAtSpawn = membersOf(runId, 1)
          },
        },
      },
    })
    const { id } = await t.queue.launch({ tasks: 1, labels: ['later'] })
    runId = id
    // As a lost attempt is left whose run was given away while this daemon was up.
    const old = await startProcess(
      recordOf(join(t.host.directory, 'state'), id, 1),
      {
        argv: ['/bin/sleep', '600'],
        cwd: mkdtempSync(join(t.host.directory, 'old-')),
        env: { PATH: '/usr/bin:/bin' },
        stdinPath: null,
        cancelGraceMs: 300,
      },
      { table, moments: unwatchedMoments },
    )
    expect(old.kind).toBe('started')
    expect(membersOf(id, 1).length).toBeGreaterThan(0)
    await t.queue.db.execute(`update run set epoch = 1 where id = '${id}'`)
    t.host.writeConfig('labels: [later]\n')
    expect(await t.queue.until(id, isTerminal)).toMatchObject({ status: 'succeeded', epoch: 2 })
    expect(leftAtSpawn).toEqual([])
  })
})

describe('a launch that can be spawned nowhere', () => {
  test('was given back for a week, with its runner quarantined: too long a command ends its run, and says so', async () => {
    const daemon = await t.start()
    const { id } = await t.queue.launch({ tasks: 1, env: { LONG: 'x'.repeat(2_000_000) } })
    expect(await t.queue.until(id, isTerminal)).toMatchObject({
      ...{ status: 'failed', errorCode: 'SPAWN_FAILED', epoch: 1 },
      errorMessage: expect.stringMatching(/too long to be started \(\d{7} bytes together\): launch it with fewer/),
    })
    expect((await t.ownRow(daemon))?.runner.status).toBe('ready')
  })

  test('was given back for a week: a launch that its command builder breaks on ends, and says why', async () => {
    await t.start()
    const { id } = await t.queue.launch({ tasks: 1, env: { BROKEN: null as never } })
    expect(await t.queue.until(id, isTerminal)).toMatchObject({
      ...{ status: 'failed', errorCode: 'SPAWN_FAILED', epoch: 1 },
      errorMessage: expect.stringMatching(/could not be built: TypeError: .*Change what was launched/),
    })
  })
})
