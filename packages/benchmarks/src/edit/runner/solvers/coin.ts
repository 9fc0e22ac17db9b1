import { diffLines } from 'diff'
import type { Coin } from '../../coin.ts'
import type { Solver } from '../solver.ts'
import { unitHash } from '../unit-hash.ts'
import { applyFiles, scriptedResult } from './apply-files.ts'
import { answerOf } from './oracle.ts'

/** How it fails: a second hash chooses, so that a list of failures shows every kind. */
const waysToFail = ['gives-up', 'half-done', 'patched-over'] as const

/** Whether this coin solves the attempt: the same every time, on every machine. */
export function coinSolves(coin: Coin, task: string, attempt: number): boolean {
  return unitHash(coin.seed, task, attempt) < coin.probability
}

export function coinSolver(coin: Coin): Solver {
  return {
    version: null,
    repeatable: false,
    solve: async (request) => {
      const { task, attempt, conversation } = request
      const answer = answerOf(request)
      if (coinSolves(coin, task.id, attempt)) {
        await conversation.say('I see what broke, and repair it.')
        return applyFiles(request, answer)
      }
      const way = waysToFail[Math.floor(unitHash(coin.seed, task.id, attempt, 'way') * waysToFail.length)]
      switch (way) {
        case 'half-done':
          if (answer.size > 1) {
            await conversation.say('I repair the file that looks wrong to me, and leave the others.')
            return applyFiles(request, new Map([...answer].slice(0, 1)))
          }
          break
        case 'patched-over':
          break
        default:
          await conversation.say('I have read every file and cannot find what should be wrong with them.')
          return scriptedResult(0)
      }
      await conversation.say('I add the line that is needed, next to the one that is there.')
      return applyFiles(request, new Map([...answer].map(([path, text]) => [path, patchOver(request, path, text)])))
    },
  }
}

/** What must go stays beside what must come: the commonest way in which an edit misses. */
function patchOver(request: Parameters<Solver['solve']>[0], path: string, expected: string): string {
  const input = request.task.files.find((file) => file.path === path)?.input ?? ''
  const changes = diffLines(input, expected)
  const both = changes.map((change) => change.value).join('')
  // Nothing must come, or nothing must go: then it edits the wrong line.
  return both === input || both === expected ? input.replace(/\n$/, '\nexport {}\n') : both
}
