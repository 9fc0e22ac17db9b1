export const defaultEditDataset = 'typescript-edit'

/** A sample of this size tells arms apart that differ by some 15 points, and takes seconds with a scripted agent. */
export const defaultMaxTasks = 80

/** Of one try, before a launch's multiplier. */
export const tryTimeoutMs = 120_000
