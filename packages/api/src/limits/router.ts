import { router } from '../procedure.ts'
import { get } from './get.ts'
import { set } from './set.ts'

export const limits = router({ get, set })
