/** Points of a run's life at which a daemon may be killed; tests kill one exactly there. */
export const moments = [
  'claimed',
  'intent written',
  'spawned',
  'started',
  'exit seen',
  'results stored',
  'outcome journalled',
  'finished',
] as const
export type Moment = (typeof moments)[number]

export interface Moments {
  reached(moment: Moment): void
}

export const unwatchedMoments: Moments = { reached() {} }
