import { router } from '../procedure.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { revoke } from './revoke.ts'

export const keys = router({ create, list, revoke })
