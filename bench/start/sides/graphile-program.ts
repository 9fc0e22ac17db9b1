// node graphile-program.ts URL: a worker whose job starts the child that Paddock's runs start, the same way.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { run } from 'graphile-worker'
import { quietLogger } from '../../queue/quiet-logger.ts'
import { childScript } from '../child-signal.ts'

await run({
  noHandleSignals: true,
  taskList: {
    start: async () => {
      const log = openSync('/dev/null', 'a')
      const child = spawn('/bin/sh', ['-c', childScript], { detached: true, stdio: ['ignore', log, log] })
      closeSync(log)
      await once(child, 'exit')
    },
  },
  preset: {
    worker: { connectionString: process.argv[2] as string, concurrentJobs: 4, maxPoolSize: 5, logger: quietLogger },
  },
})
process.stdin.resume().on('end', () => process.exit(0))
console.log('ready')
