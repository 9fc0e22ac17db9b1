import type { Sleep } from '../sleep.ts'
import type { Solver } from '../solver.ts'
import { scriptedResult } from './apply-files.ts'

/** A scripted agent that takes its time, so that a run can be watched. */
export function delayed(solver: Solver, delayMs: number, sleep: Sleep): Solver {
  if (delayMs === 0) return solver
  return {
    ...solver,
    solve: async (request) => {
      await request.conversation.say(`I look at ${request.task.files.map((file) => `\`${file.path}\``).join(', ')}.`)
      await sleep(delayMs, request.signal)
      return request.signal.aborted ? { ...scriptedResult(0), ending: 'cancelled' } : solver.solve(request)
    },
  }
}
