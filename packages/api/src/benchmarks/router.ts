import { router } from '../procedure.ts'
import { list } from './list.ts'

export const benchmarks = router({ list })
