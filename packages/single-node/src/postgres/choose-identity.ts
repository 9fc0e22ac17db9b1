import { spawnSync } from 'node:child_process'
import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { followParent } from '../process/follow-parent.ts'
import { OperatorError } from '../process/operator-error.ts'
import { SERVER_ENVIRONMENT } from './server-environment.ts'

/** "nobody": the one unprivileged uid that every Linux has; PostgreSQL refuses to run as root. */
const NOBODY = 65534

const IN_NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']

/** How the PostgreSQL programs are run, and whose the files are. */
export interface Identity {
  kind: 'self' | 'nobody' | 'namespace'
  /** The words before a short-lived program's own (initdb). */
  prefix: string[]
  /** The words before the server's own: with them it shuts down cleanly when the thread that spawned it dies. */
  serverPrefix: string[]
  /** Gives a file or a directory tree to the uid that the programs run as. */
  own(path: string): void
}

/**
 * A normal user runs the programs as itself. Root runs them as nobody; where nobody cannot enter one of `paths`
 * (below /root, say), in a user namespace that shows root as nobody, so that the files stay root's.
 */
export function chooseIdentity(paths: string[]): Identity {
  if (process.getuid?.() !== 0) return self()
  if (paths.every(nobodyCanEnter)) {
    return {
      kind: 'nobody',
      prefix: ['setpriv', ...AS_NOBODY],
      serverPrefix: ['setpriv', '--pdeathsig=INT', ...AS_NOBODY],
      own: (path) => giveTree(path, NOBODY),
    }
  }
  if (runs([...IN_NAMESPACE, 'true'])) {
    return {
      kind: 'namespace',
      prefix: IN_NAMESPACE,
      serverPrefix: [...IN_NAMESPACE, ...followParent('INT')],
      own: (path) => giveTree(path, 0),
    }
  }
  throw new OperatorError(
    'postgres_as_root',
    `PostgreSQL must not run as root, the user nobody cannot enter ${paths.join(' or ')}, and this system allows no user namespace`,
    'Start as a normal user, or put checkout and --data-dir below directories that everyone may enter (chmod o+x), or give --database-url.',
  )
}

function self(): Identity {
  return { kind: 'self', prefix: [], serverPrefix: followParent('INT'), own: () => {} }
}

// Asked of the kernel rather than computed from mode bits: ACLs and mounts have their say too.
function nobodyCanEnter(path: string): boolean {
  return runs(['setpriv', ...AS_NOBODY, 'test', '-x', path])
}

function runs(argv: string[]): boolean {
  const [command = '', ...args] = argv
  return spawnSync(command, args, { cwd: '/', env: SERVER_ENVIRONMENT, stdio: 'ignore' }).status === 0
}

// An earlier start may have run under the other identity (a chmod of a parent is enough to change it).
function giveTree(path: string, uid: number): void {
  const entry = lstatSync(path)
  if (entry.uid === uid) return
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveTree(join(path, name), uid)
  // The directory last: as long as its owner is the old one, an interrupted change is begun again.
  lchownSync(path, uid, uid)
}
