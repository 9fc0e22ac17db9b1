import type { PaidTrial } from '@paddock/db'
import type { ScannedTrial } from '@paddock/domain'

/** What a run has cost by what stands on the disk, and by what was paid before. */
export interface RunSpend {
  /** The trial as it stands now. */
  see(trial: ScannedTrial): void
  /** Trials of earlier attempts, as far as the database was there to tell of them. */
  before(paid: readonly PaidTrial[]): void
  /** USD; of a trial that is known from both sides once. */
  totalUsd(): number
}

/** `spentUsd`: paid for what can no longer be seen, beside what `before` tells. */
export function runSpend(spentUsd: number): RunSpend {
  const seen = new Map<string, ScannedTrial>()
  let paidBefore: readonly PaidTrial[] = []
  const isSeen = ({ name, startedAt, supersededAt }: PaidTrial) => {
    const trial = seen.get(name)
    if (trial === undefined) return false
    if (startedAt === null || trial.startedAt === null) return supersededAt === null
    return Date.parse(trial.startedAt) === startedAt.getTime()
  }
  return {
    see: (trial) => void seen.set(trial.name, trial),
    before(paid) {
      paidBefore = paid
    },
    totalUsd() {
      const onDisk = [...seen.values()].reduce((sum, trial) => sum + (trial.costUsd ?? 0), spentUsd)
      return paidBefore.reduce((sum, paid) => (isSeen(paid) ? sum : sum + (paid.costUsd ?? 0)), onDisk)
    },
  }
}
