/**
 * Every time and size of the queue protocol, in one place that web and daemon read. Tests inject seconds.
 * Ages are judged by the database's clock alone.
 */
export interface QueueLimits {
  /** A daemon writes its beat this often. */
  beatEveryMs: number
  /** A daemon with an older beat gets no claim. */
  claimNeedsBeatWithinMs: number
  /** After this long without a beat a daemon's runs are lost. */
  leaseMs: number
  /** A lost run becomes orphaned after this. */
  lostGraceMs: number
  /** Idle daemons look for work this often, ±20 %; NOTIFY only shortens the wait. */
  pollEveryMs: number
  /** The same while the listener is down. */
  pollWithoutListenerMs: number
  /** The listener proves itself by a notification to itself this often. */
  listenerProofEveryMs: number
  /** A daemon lets smaller runs pass a misfit for this long, then reserves capacity for it. */
  misfitPatienceMs: number
  sweepEveryMs: number
  /** Changed ids go out in at most one NOTIFY per this. */
  notifyEveryMs: number
  /** TERM → KILL. */
  cancelGraceMs: number
  /** A leader exited, a descendant still holds its files: the run ends after this. */
  leaderExitGraceMs: number
  maxQueueAgeMs: number
  /** Bytes of live output kept in the database for a run (UTF-8). */
  outputTailBytes: number
  /** Bytes of log kept on disk for a stream of a run; then the middle is elided and counted. */
  logCapBytes: number
  /** What cannot be stored of a run's results, for a reason that is no known outage, is tried again for this long. */
  resultPatienceMs: number
  /** A blob that no artifact refers to stays for this: a backup copies blobs after the database. */
  blobGraceMs: number
  /** Unused blobs are looked for this often. */
  blobSweepEveryMs: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const queueLimits: QueueLimits = {
  beatEveryMs: 5 * second,
  claimNeedsBeatWithinMs: 15 * second,
  leaseMs: 60 * second,
  lostGraceMs: day,
  pollEveryMs: 5 * second,
  pollWithoutListenerMs: second,
  listenerProofEveryMs: 10 * second,
  misfitPatienceMs: 5 * second,
  sweepEveryMs: 5 * second,
  notifyEveryMs: 100,
  cancelGraceMs: 10 * second,
  leaderExitGraceMs: 2 * second,
  maxQueueAgeMs: 7 * day,
  outputTailBytes: 1024 * 1024,
  logCapBytes: 256 * 1024 * 1024,
  resultPatienceMs: 15 * minute,
  blobGraceMs: day,
  blobSweepEveryMs: hour,
}
