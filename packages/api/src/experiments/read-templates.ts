import { compareRows, type Db, type ExperimentDetail } from '@paddock/db'
import type { ArmTemplate } from '@paddock/domain'

/** The arms of an experiment as templates, with the tasks that their trials were seen on. */
export async function readTemplates(tx: Db, detail: ExperimentDetail): Promise<ArmTemplate[]> {
  const rows = await compareRows(tx, detail.experiment.id)
  return detail.arms.map((arm) => {
    const own = rows.filter((row) => row.armName === arm.name)
    return {
      name: arm.name,
      launch: arm.launch,
      createdAt: arm.createdAt,
      observedTasks: [...new Set(own.map((row) => row.task))],
      observedTrials: own.length,
    }
  })
}
