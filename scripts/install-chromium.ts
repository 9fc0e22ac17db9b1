// Browser tests need a Chromium: PADDOCK_CHROMIUM, the distribution's, or one installed now with apt.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const known = [process.env.PADDOCK_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
if (!known.some((path) => path && existsSync(path))) {
  const run = (args: string[]) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  run(['update', '-qq'])
  const { status, error } = run(['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  if (status !== 0) {
    console.error(
      `No Chromium here, and apt-get could not install one (${error?.message ?? `exit ${status}`}). Install a Chromium and set PADDOCK_CHROMIUM to its path.`,
    )
    process.exit(1)
  }
}
