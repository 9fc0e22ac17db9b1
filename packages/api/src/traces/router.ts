import { router } from '../procedure.ts'
import { list } from './list.ts'
import { onSteps } from './on-steps.ts'
import { skeleton } from './skeleton.ts'
import { steps } from './steps.ts'

export const traces = router({ list, skeleton, steps, onSteps })
