import { router } from '../procedure.ts'
import { changes } from './changes.ts'

export const live = router({ changes })
