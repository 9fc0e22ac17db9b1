import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchRefused, type Resume } from '../port.ts'
import { buildEditCommand } from './command.ts'
import { categoryOfErrorType, editErrorTypes, undecidedCategories } from './error-types.ts'
import { openEditScanner } from './scanner.ts'

/**
 * `paddock-edit` goes on with the result that its output holds; `--again` names the failures that do not count as done.
 * A trial is known by its task and attempt, so one that runs again has the name of the one before.
 */
export const editResume: Resume = {
  async plan(runDirectory, errorTypes) {
    const path = join(runDirectory, 'result.json')
    if (!existsSync(path)) {
      return { kind: 'impossible', reason: `${path} is not there, so there is nothing to go on with: retry the run.` }
    }
    const types =
      errorTypes === null ? undecidedCategories.map((category) => editErrorTypes[category]) : [...errorTypes]
    const { trials, unreadable } = await openEditScanner(runDirectory).scan({ process: 'ended', now: 0 })
    if (unreadable[0] !== undefined) {
      const reason = `${path} cannot be read (${unreadable[0].reason}): mend it, or retry the run.`
      return { kind: 'impossible', reason }
    }
    // Interrupted trials have no result, so they are not done whatever is named.
    const again = trials
      .filter(({ termination, errorType }) => termination === 'cancelled' || types.some((type) => type === errorType))
      .map(({ name, startedAt }) => ({ name, startedAt }))
    return { kind: 'possible', errorTypes: types, again, files: 'replaced' }
  },
  buildCommand(request, context, errorTypes) {
    const command = buildEditCommand(request, context)
    if (errorTypes.length === 0) return command
    return { ...command, argv: [...command.argv, `--again=${errorTypes.map(categoryOf).join(',')}`] }
  },
}

function categoryOf(errorType: string): string {
  const category = categoryOfErrorType(errorType)
  if (category !== null) return category
  throw new LaunchRefused(
    'settings',
    `the edit benchmark has no error type "${errorType}": ${Object.values(editErrorTypes).join(', ')}`,
  )
}
