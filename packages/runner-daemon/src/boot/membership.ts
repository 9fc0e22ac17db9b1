import { leaveRunner, type NewRunner, registerRunner, updateRunner } from '@paddock/db'
import type { HeldRuns } from '../held-runs.ts'
import type { Host } from '../host.ts'
import { describeError } from '../log/describe-error.ts'
import { createRedactor } from '../redact/create-redactor.ts'
import type { StartReports } from '../run/begin-run.ts'
import { secretValues } from '../run/child-environment.ts'
import { superviseRun } from '../run/supervise-run.ts'
import { adoptHeld } from './adopt-held.ts'

/** This boot's place in the fleet. */
export interface Membership {
  /** Of the row that it beats for; empty until it has joined. */
  runnerId(): string
  /** Registers, and adopts what earlier boots left. */
  join(): Promise<void>
  /** Takes over what the database holds for this host, and fences what it does not. */
  adopt(): Promise<void>
  /** Says good-bye, and why, where people look for it. Does not throw: nobody may be there to hear it. */
  leave(reason: string): Promise<void>
}

export interface MembershipPorts {
  runs: HeldRuns
  /** What it says of itself when it registers. */
  introduce(): Omit<NewRunner, 'hostId' | 'bootId' | 'pid'>
  reports: StartReports
  earlierBootLog: string | null
}

export function membership(host: Host, { runs, introduce, reports, earlierBootLog }: MembershipPorts): Membership {
  let runnerId = ''

  async function adoptAs(id: string): Promise<void> {
    const before = runs.all()
    const adoption = await adoptHeld(host, id, runs.has)
    for (const run of before) {
      if (run.stage !== 'finishing' && !adoption.isHeld(run.runId, run.epoch))
        run.fence('the database did not let this host keep it')
    }
    for (const { run, adopted } of adoption.runs) {
      if (runs.has(run.id, run.epoch)) continue
      host.log.info({ runId: run.id, epoch: run.epoch, found: adopted.kind }, 'adopted')
      runs.add(superviseRun(host, run, adopted, reports))
    }
  }

  async function leaveAs(id: string, reason: string): Promise<void> {
    const { text } = createRedactor(secretValues(host.config(), host.environment))
    await leaveRunner(host.db, id, text(reason)).catch((error: unknown) =>
      host.log.warn({ error: describeError(error) }, 'left without a word'),
    )
  }

  return {
    runnerId: () => runnerId,
    async join() {
      const identity = { hostId: host.state.hostId, bootId: host.table.boot(), pid: process.pid }
      const { id } = await registerRunner(host.db, { ...introduce(), ...identity })
      if (earlierBootLog !== null) await updateRunner(host.db, id, { bootLog: earlierBootLog })
      await adoptAs(id).catch(async (error: unknown) => {
        // It would seem alive until its lease ended, and nobody would read why it is not.
        await leaveAs(id, `did not come up: ${describeError(error)}`)
        throw error
      })
      // Only now: to a claim under way this boot would seem idle, and get a run that is heavier than what is free.
      runnerId = id
    },
    adopt: () => adoptAs(runnerId),
    leave: (reason) => leaveAs(runnerId, reason),
  }
}
