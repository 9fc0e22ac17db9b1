import { router } from '../procedure.ts'
import { cancel } from './cancel.ts'
import { clearFinished } from './clear-finished.ts'
import { remove } from './delete.ts'
import { events } from './events.ts'
import { get } from './get.ts'
import { giveUp } from './give-up.ts'
import { launch } from './launch.ts'
import { list } from './list.ts'
import { onOutput } from './on-output.ts'
import { output } from './output.ts'
import { preview } from './preview.ts'
import { releaseWorkspace } from './release-workspace.ts'
import { resume } from './resume.ts'
import { retry } from './retry.ts'
import { wait } from './wait.ts'

export const runs = router({
  launch,
  preview,
  list,
  get,
  wait,
  cancel,
  giveUp,
  releaseWorkspace,
  retry,
  resume,
  delete: remove,
  clearFinished,
  output,
  events,
  onOutput,
})
