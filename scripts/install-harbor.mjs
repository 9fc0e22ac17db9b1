// Installs Harbor, pinned, into a virtual environment of its own: `.tools/harbor`. Again: nothing to do.
// Prints the path of the program on stdout; progress goes to stderr. Plain JavaScript: any Node ≥ 20 runs it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HARBOR_VERSION = '0.26.0'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const directory = join(root, '.tools', 'harbor')
const program = join(directory, 'bin', 'harbor')
const stampFile = join(directory, '.paddock-install')
const wanted = `harbor==${HARBOR_VERSION}`

const installed = existsSync(program) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
if (!installed) install()
process.stdout.write(`${program}\n`)

function install() {
  const python = findPython()
  if (python === null) {
    fail(
      "Harbor needs Python 3.12 or newer, and none was found (looked for python3.13, python3.12, python3 on PATH, and in pyenv's versions). " +
        'Install one: `apt-get install python3 python3-venv` on Debian 13 or Ubuntu 24.04; `pyenv install 3.13` elsewhere (Debian 12 packages only 3.11).',
    )
  }
  must('making a virtual environment', python, ['-m', 'venv', '--clear', directory])
  must(`installing ${wanted} from PyPI`, join(directory, 'bin', 'python'), [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    wanted,
  ])
  must('asking Harbor for its version', program, ['--version'])
  writeFileSync(stampFile, wanted)
}

/** The first Python ≥ 3.12; a pyenv shim without a version behind it fails, and is passed over. */
function findPython() {
  const pyenv = join(process.env.PYENV_ROOT ?? join(homedir(), '.pyenv'), 'versions')
  const versions = existsSync(pyenv) ? readdirSync(pyenv).map((version) => join(pyenv, version, 'bin', 'python3')) : []
  const candidates = ['python3.13', 'python3.12', 'python3', ...versions]
  const isNewEnough = 'import sys; sys.exit(sys.version_info < (3, 12))'
  return candidates.find((python) => spawnSync(python, ['-c', isNewEnough], { stdio: 'ignore' }).status === 0) ?? null
}

function must(what, command, args) {
  process.stderr.write(`harbor: ${what} …\n`)
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, HARBOR_TELEMETRY: '0' },
  })
  if (status !== 0) fail(`${what} failed (${error?.message ?? `exit ${status}`}); its output is above.`)
}

function fail(message) {
  process.stderr.write(`harbor: ${message}\n`)
  process.exit(1)
}
