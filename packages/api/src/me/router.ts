import { router } from '../procedure.ts'
import { overview } from './overview.ts'
import { whoami } from './whoami.ts'

export const me = router({ overview, whoami })
