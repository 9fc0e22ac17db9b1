import { router } from '../procedure.ts'
import { addArm } from './add-arm.ts'
import { compare } from './compare.ts'
import { create } from './create.ts'
import { edit } from './edit.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { matrix } from './matrix.ts'

export const experiments = router({ list, create, get, edit, addArm, matrix, compare })
