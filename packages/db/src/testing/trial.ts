import type { ScannedTrial } from '@paddock/domain'

/** A passed trial of the task that its name begins with, but for `facts`. */
export function scannedTrial(name: string, facts: Partial<ScannedTrial> = {}): ScannedTrial {
  return {
    name,
    task: name.split('__')[0] ?? name,
    taskDigest: null,
    attempt: null,
    agent: 'oracle',
    model: null,
    verdict: 'pass',
    termination: 'completed',
    reward: 1,
    rewards: { reward: 1 },
    costUsd: 0.1,
    costSource: 'reported',
    tokens: { input: 100, cachedInput: 40, output: 10 },
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:01:00.000Z',
    phases: [],
    errorType: null,
    errorMessage: null,
    directory: name,
    raw: {},
    ...facts,
  }
}
