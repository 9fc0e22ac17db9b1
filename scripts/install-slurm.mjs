// Installs Slurm and MUNGE from the system's packages, for the tests of deploy/slurm. Again: nothing to do.
// Starts nothing: the tests run daemons of their own. Plain JavaScript: any Node ≥ 20 runs it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const programs = ['slurmctld', 'slurmd', 'munged', 'sbatch', 'squeue', 'scancel']
const packages = ['slurmctld', 'slurmd', 'slurm-client', 'munge']

if (missing().length > 0) install()
process.stdout.write(`${find('slurmctld')}\n`)

function install() {
  if (find('apt-get') === null) {
    fail(`${missing().join(', ')} not found, and there is no apt-get here: install Slurm and MUNGE by hand.`)
  }
  // Fresh package lists only where the old ones do not do: another apt may be at work, and lists are large.
  if (!apt(['install', '--yes', '--no-install-recommends', ...packages])) {
    apt(['update', '--quiet'])
    if (!apt(['install', '--yes', '--no-install-recommends', ...packages])) {
      fail(`apt-get install ${packages.join(' ')} failed; its output is above.`)
    }
  }
  if (missing().length > 0) fail(`installed, but ${missing().join(', ')} not found on PATH or in /usr/sbin.`)
}

function apt(args) {
  process.stderr.write(`slurm: apt-get ${args.join(' ')} …\n`)
  const command = ['apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args]
  const [program, ...rest] = process.getuid() === 0 ? command : ['sudo', '-n', ...command]
  const { status, error } = spawnSync(program, rest, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (error) process.stderr.write(`slurm: ${program}: ${error.message}\n`)
  return status === 0
}

function missing() {
  return programs.filter((program) => find(program) === null)
}

function find(program) {
  const directories = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin']
  for (const directory of directories) {
    try {
      accessSync(join(directory, program), constants.X_OK)
      return join(directory, program)
    } catch {}
  }
  return null
}

function fail(message) {
  process.stderr.write(`slurm: ${message}\n`)
  process.exit(1)
}
