import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface OneNodeSlurm {
  directory: string
  /** For Slurm's commands, and for programs that call them. */
  environment: Record<string, string>
  /** Runs a command of Slurm; its output, trimmed. */
  run(command: string, ...args: string[]): Promise<string>
  /** With its state saved, as a restart of the service does. (Killed, Slurm 22.05 drains the node: "Duplicate jobid".) */
  stopController(): Promise<void>
  startController(): Promise<void>
  /** Ends all jobs, then the daemons. */
  stop(): Promise<void>
}

/**
 * A cluster of this machine alone: munged, slurmctld and slurmd with every path in a directory of their own, a socket
 * and a key of their own, and all ports on the loopback address. Needs what scripts/install-slurm.mjs installs.
 */
export async function startOneNodeSlurm(): Promise<OneNodeSlurm> {
  const directory = mkdtempSync('/tmp/paddock-slurm-')
  // munged asks that others can pass to its socket.
  chmodSync(directory, 0o755)
  const configuration = join(directory, 'slurm.conf')
  const environment = {
    PATH: `${process.env.PATH}:/usr/sbin:/usr/bin:/bin`,
    HOME: directory,
    LANG: 'C.UTF-8',
    SLURM_CONF: configuration,
  }
  for (const name of ['state', 'spool']) mkdirSync(join(directory, name), { mode: 0o700 })
  writeFileSync(join(directory, 'munge.key'), randomBytes(64), { mode: 0o600 })
  writeFileSync(configuration, slurmConf(directory, await freePort(), await freePort()))

  const start = (program: string, ...args: string[]) => {
    const log = openSync(join(directory, `${program}.out`), 'a')
    // Ends with the tests, however they end.
    return spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], {
      env: environment,
      cwd: directory,
      stdio: ['ignore', log, log],
    })
  }
  const run = async (command: string, ...args: string[]) =>
    (await execute(command, args, { env: environment, cwd: directory, timeout: 60_000 })).stdout.trim()
  const isUp = () =>
    run('scontrol', 'ping').then(
      (answer) => / is UP/.test(answer),
      () => false,
    )
  const startController = async () => {
    controller = start('slurmctld', '-D')
    await until(isUp, 'slurmctld', directory)
  }

  const mungeFiles = ['socket', 'key', 'pid', 'log', 'seed'].map(
    (name) => `--${name === 'socket' ? name : `${name}-file`}=${join(directory, `munge.${name}`)}`,
  )
  const munged = start('munged', '--foreground', '--num-threads=1', ...mungeFiles)
  let controller: ChildProcess
  await startController()
  const node = start('slurmd', '-D')
  const isIdle = () => run('sinfo', '--noheader', '--format=%T').then((state) => state === 'idle')
  await until(isIdle, 'slurmd', directory)

  return {
    ...{ directory, environment, run, startController },
    stopController: () => end(controller),
    async stop() {
      if (await isUp()) {
        await run('scancel', `--user=${userInfo().username}`)
        await until(() => run('squeue', '--noheader').then((jobs) => jobs === ''), 'the end of all jobs', directory)
      }
      for (const daemon of [node, controller, munged]) await end(daemon)
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/** No cgroups: this works in a container, and leaves a process behind that left its parents, which is the harder case. */
function slurmConf(directory: string, controllerPort: number, nodePort: number): string {
  const host = hostname().split('.')[0]
  const user = userInfo().username
  return `
ClusterName=paddock
SlurmctldHost=${host}(127.0.0.1)
SlurmUser=${user}
SlurmdUser=${user}
SlurmctldPort=${controllerPort}
SlurmdPort=${nodePort}
# Without these two the daemons listen on all addresses, whatever the host's says.
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=${directory}/munge.socket
StateSaveLocation=${directory}/state
SlurmdSpoolDir=${directory}/spool
SlurmctldPidFile=${directory}/slurmctld.pid
SlurmdPidFile=${directory}/slurmd.pid
SlurmctldLogFile=${directory}/slurmctld.log
SlurmdLogFile=${directory}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/backfill
ReturnToService=2
JobCompType=jobcomp/filetxt
JobCompLoc=${directory}/jobs.log
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=20
MessageTimeout=5
# More CPUs than this machine may have: limits of ours are to be tested, not its own.
SlurmdParameters=config_overrides
NodeName=${host} NodeAddr=127.0.0.1 CPUs=6 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=${host} Default=YES MaxTime=INFINITE State=UP
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

async function end(daemon: ChildProcess): Promise<void> {
  if (daemon.exitCode !== null || daemon.signalCode !== null) return
  const gone = once(daemon, 'exit')
  daemon.kill('SIGTERM')
  const killer = setTimeout(() => daemon.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(killer)
}

async function until(holds: () => Promise<boolean>, what: string, directory: string): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > deadline) {
      const said = ['munged', 'slurmctld', 'slurmd'].map((program) => lastWords(join(directory, `${program}.out`)))
      throw new Error(`${what}: not within 30 s. ${said.join('\n')}`)
    }
    await sleep(200)
  }
}

function lastWords(path: string): string {
  try {
    return `${path}:\n${readFileSync(path, 'utf8').slice(-1_000)}`
  } catch {
    return `${path}: nothing`
  }
}
