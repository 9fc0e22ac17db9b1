// A daemon that kills itself at a given moment, for tests of what comes after: node daemon-program.ts JSON
import { systemClock } from '../clock.ts'
import { openConfigFile } from '../config/config-file.ts'
import { hostRoom } from '../health/watch-health.ts'
import { bootClockMs } from '../lease/boot-clock.ts'
import { openLog } from '../log/open-log.ts'
import { hostTable } from '../process/host-table.ts'
import { createRedactor } from '../redact/create-redactor.ts'
import { startDaemon } from '../start-daemon.ts'
import { openStateDir } from '../state/open-state-dir.ts'
import { testLimits } from './test-limits.ts'

const { configPath, databaseUrl, dieAt } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>
const configFile = await openConfigFile(configPath as string)
const state = openStateDir(configFile.current().stateDir)
const log = await openLog('info', createRedactor([]), [(line) => process.stderr.write(line)])
const daemon = await startDaemon({
  ...{ configFile, state, databaseUrl: databaseUrl as string, log },
  overrides: { labels: [] },
  mode: { kind: 'service' },
  environment: process.env,
  version: '0.0.0-test',
  earlierBootLog: null,
  limits: testLimits,
  ports: {
    ...{
      clock: systemClock,
      table: hostTable,
      room: hostRoom,
      bootClockMs,
      random: Math.random,
      wallClockMs: Date.now,
    },
    moments: {
      reached(moment) {
        if (moment === dieAt) process.kill(process.pid, 'SIGKILL')
      },
    },
  },
})
process.on('SIGTERM', () => void daemon.stop().then(() => process.exit(0)))
console.log('ready')
