import { router } from '../procedure.ts'
import { get } from './get.ts'
import { list } from './list.ts'

export const trials = router({ list, get })
