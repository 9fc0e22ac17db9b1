import type { Difficulty } from '../task.ts'
import type { Placed } from './generate-tasks.ts'

const rules =
  'Find the cause and repair it by editing the files in this directory. Change nothing else: ' +
  'the files must read as they did before they broke. Layout does not matter. There is nothing to install or to run.'

/** What the agent is told: the harder the task, the less it says of the symptom. */
export function promptOf(placed: readonly Placed[], difficulty: Difficulty): string {
  const [first] = placed
  if (first === undefined) throw new RangeError('a task needs a mutation')
  switch (difficulty) {
    case 'easy':
      return `${whereOf(first)} misbehaves: ${first.candidate.symptom}.\n\n${rules}\n`
    case 'medium':
      return `${whereOf(first)} misbehaves: ${first.candidate.hint}.\n\n${rules}\n`
    case 'hard':
      return [
        `${placed.length} things broke in this small project since it last worked:`,
        '',
        ...placed.map((one) => `- ${whereOf(one)}: ${one.candidate.hint}.`),
        '',
        rules,
        '',
      ].join('\n')
  }
}

function whereOf({ path, candidate }: Placed): string {
  return candidate.place === null
    ? `Code outside of any function in \`${path}\``
    : `\`${candidate.place}\` in \`${path}\``
}
