import type { Clock } from '../clock.ts'
import { findTree, type Tree } from './find-tree.ts'
import { isSame, type ProcessRow, type ProcessTable } from './process-table.ts'
import { signalGroup, signalProcess } from './send-signal.ts'

export interface EndTreeOptions {
  table: ProcessTable
  clock: Clock
  /** SIGTERM → SIGKILL; 0: SIGKILL at once. */
  graceMs: number
  /** What outlives the leader gets this much of the grace. */
  leaderExitGraceMs: number
  /** True: the rest of the grace is not given (the run was fenced meanwhile). */
  isHurried?: () => boolean
}

const lookEveryMs = 50
/** After this long of killing, something sits in the kernel: the caller is told, and tries again later. */
const sweepLimitMs = 15_000

/**
 * Ends every process of a run: SIGTERM to the group (a runner relays it to its children), the grace, SIGKILL, then
 * sweeps until two passes in a row find nothing: one pass can miss a child that was being born.
 * Returns whether the tree is proved dead. Doing it twice is harmless.
 */
export async function endTree(tree: Tree, options: EndTreeOptions): Promise<boolean> {
  const { table, clock, graceMs } = options
  // Before the first signal: once its parent is gone, a descendant that cleared its environment cannot be found.
  const askedMs = performance.now()
  // Whoever else ends a tree now has asked as well by then: one look at the machine serves all.
  await clock.sleep(0)
  findTree(table, tree, askedMs)
  if (graceMs > 0 && tree.leader && signalGroup(table, tree.leader, 'SIGTERM') === 'sent')
    await giveGrace(tree, options)

  const deadline = clock.nowMs() + sweepLimitMs
  let emptyPasses = 0
  let notBeforeMs = performance.now()
  while (emptyPasses < 2) {
    if (clock.nowMs() > deadline) return false
    const members = findTree(table, tree, notBeforeMs)
    emptyPasses = members.length === 0 ? emptyPasses + 1 : 0
    kill(tree, members, table)
    // The next pass needs a look that was taken after this one's signals, its own or another tree's.
    notBeforeMs = performance.now()
    if (emptyPasses < 2) await clock.sleep(members.length === 0 ? lookEveryMs / 2 : lookEveryMs)
  }
  return true
}

/** Waits until nothing is left, or the grace is over; once the leader has exited the rest gets a shorter one. */
async function giveGrace(tree: Tree, options: EndTreeOptions): Promise<void> {
  const { table, clock, graceMs, leaderExitGraceMs } = options
  const leader = tree.leader
  let deadline = clock.nowMs() + graceMs
  let leaderLives = true
  while (clock.nowMs() < deadline && !options.isHurried?.()) {
    const askedMs = performance.now()
    await clock.sleep(lookEveryMs)
    if (leaderLives && leader && !isSame(table, leader)) {
      leaderLives = false
      deadline = Math.min(deadline, clock.nowMs() + leaderExitGraceMs)
    }
    if (!leaderLives && findTree(table, tree, askedMs).length === 0) return
  }
}

function kill(tree: Tree, members: ProcessRow[], table: ProcessTable): void {
  if (members.length === 0) return
  const boot = table.boot()
  // The group in one call first: the kernel leaves no gap into which a member could be born.
  if (tree.leader) signalGroup(table, tree.leader, 'SIGKILL')
  for (const { pid, start } of members) signalProcess(table, { pid, start, boot }, 'SIGKILL')
}
