import { router } from '../procedure.ts'
import { whoami } from './whoami.ts'

export const me = router({ whoami })
