import { router } from '../procedure.ts'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { deliveries } from './deliveries.ts'
import { enable } from './enable.ts'
import { list } from './list.ts'
import { test } from './send-test.ts'

export const webhooks = router({ create, list, delete: remove, enable, test, deliveries })
