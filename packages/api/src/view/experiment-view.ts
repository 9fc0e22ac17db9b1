import type { ExperimentRow } from '@paddock/db'

export function viewExperiment(experiment: ExperimentRow) {
  return {
    id: experiment.id,
    /** Markdown. */
    goal: experiment.goal,
    status: experiment.status,
    /** What a person concluded when closing it. */
    verdict: experiment.verdict,
    createdBy: experiment.createdBy,
    createdAt: experiment.createdAt,
    updatedAt: experiment.updatedAt,
  }
}

export type ExperimentView = ReturnType<typeof viewExperiment>
