import { router } from '../procedure.ts'
import { drain } from './drain.ts'
import { list } from './list.ts'
import { pause } from './pause.ts'
import { resume } from './resume.ts'

export const runners = router({ list, pause, resume, drain })
