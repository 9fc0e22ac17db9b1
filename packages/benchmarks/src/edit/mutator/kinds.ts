import type { FindCandidates } from './candidate.ts'
import { dropAwait, swapArguments, wrongMethod } from './kinds/calls.ts'
import { dropFallback, dropOptionalChaining } from './kinds/chains.ts'
import { negateCondition, swapBranches } from './kinds/conditions.ts'
import { flipBoolean, wrongConstant } from './kinds/constants.ts'
import { offByOne } from './kinds/off-by-one.ts'
import { operatorKinds } from './kinds/operators.ts'
import { renameOnce } from './kinds/rename-once.ts'
import { dropGuard, dropStatement, repeatStatement, swapStatements } from './kinds/statements.ts'

/** Every kind of mutation; a new one is one finder and one line here. */
export const kinds: FindCandidates[] = [
  ...operatorKinds,
  offByOne,
  wrongConstant,
  flipBoolean,
  negateCondition,
  swapBranches,
  swapArguments,
  dropAwait,
  wrongMethod,
  dropOptionalChaining,
  dropFallback,
  dropGuard,
  dropStatement,
  repeatStatement,
  swapStatements,
  renameOnce,
]
