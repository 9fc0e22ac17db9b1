import type { Solver } from '../solver.ts'
import { scriptedResult } from './apply-files.ts'

/** Does nothing. */
export const noop: Solver = {
  version: null,
  repeatable: false,
  solve: async ({ conversation }) => {
    await conversation.say('I do nothing: whatever passes with me is no task.')
    return scriptedResult(0)
  },
}
