// The door of the checkout: brings pnpm and the dependencies, then runs one root script with them.
// Plain JavaScript on purpose: it is the only file that the system's own Node (≥ 20) has to run.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PNPM_VERSION = '12.21.0'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolDir = join(root, '.tools', `pnpm-${PNPM_VERSION}`)
const toolBin = join(toolDir, 'node_modules', '.bin')
const stampFile = join(root, 'node_modules', '.paddock-install')

const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${toolBin}:${process.env.PATH}`,
  NEXT_TELEMETRY_DISABLED: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
}

// Progress goes to stderr: a script's stdout is its answer (`npm run -s paddock -- runs --json`).
function must(what, command, args) {
  process.stderr.write(`paddock: ${what} …\n`)
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  process.stderr.write(
    `paddock: ${what} failed (${error?.message ?? `exit ${status}`}). Its output is above; run the command again when the cause is gone.\n`,
  )
  process.exit(1)
}

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) {
  process.stderr.write(`paddock: Node ${process.versions.node} is too old to begin with; install Node 20 or newer.\n`)
  process.exit(1)
}

if (!existsSync(join(toolBin, 'pnpm'))) {
  must(`fetching pnpm ${PNPM_VERSION}`, 'npm', [
    'install',
    '--prefix',
    toolDir,
    '--no-save',
    '--no-package-lock',
    `pnpm@${PNPM_VERSION}`,
  ])
}

const stamp = createHash('sha256')
for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'])
  stamp.update(readFileSync(join(root, file)))
const wanted = `${stamp.digest('hex')} ${process.platform}-${process.arch}`
if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== wanted) {
  must('installing dependencies', 'pnpm', ['install', '--frozen-lockfile'])
  writeFileSync(stampFile, wanted)
}

// Not by `pnpm run`, which puts the script into a process group of its own: Ctrl-C and npm's SIGTERM would not reach it.
const [script, ...args] = process.argv.slice(2)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const child = spawn('/bin/sh', ['-c', `${scripts[script]} "$@"`, script, ...args], { cwd: root, env, stdio: 'inherit' })
// A terminal sends Ctrl-C to the whole group; this parent must outlive the child to pass on its exit code.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
