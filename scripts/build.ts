// Builds what changed, and says no more than that: turbo's own words are for whoever looks into a failure.
import { spawnSync } from 'node:child_process'

process.stderr.write('paddock: building what changed …\n')
const { status, stdout, stderr, error } = spawnSync(
  'turbo',
  ['run', 'build', '--filter', '@paddock/web', '--output-logs=errors-only'],
  {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  },
)
if (status !== 0) {
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\n`)
  process.stderr.write(`paddock: the build failed (${error?.message ?? `exit ${status}`}); what it said is above.\n`)
  process.exit(1)
}
