/** What a run that was resumed is to do with what stands on its host; null on a run: it never was. */
export interface RunResume {
  /** Ended trials with these error types are run again; null: the benchmark's own choice. */
  errorTypes: string[] | null
  /** The host that its results stand on. */
  hostId: string
}

/**
 * The label that a runner has by being the one of its host: what a resumed run requires, as its results stand there. An
 * operator who moved a host's job directories gives it to another runner in its configuration.
 */
export function hostLabel(hostId: string): string {
  return `host:${hostId}`
}
