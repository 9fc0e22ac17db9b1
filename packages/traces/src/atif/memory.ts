import type { OpenCalls } from '../content/open-calls.ts'

/** What is known of one trajectory of the document: the outer one, or one that is embedded. */
export interface Trajectory {
  /** Agent path of its steps; null until its first step, when its ids have been read. */
  agentPath: string[] | null
  trajectoryId: string | null
  sessionId: string | null
  name: string | null
  model: string | null
  /** Some of its steps had usage, so its totals add nothing. */
  hasUsage: boolean
  /** Its writer counts cached tokens apart from the prompt, against the format. */
  cachedApart: boolean
}

export interface AtifMemory {
  /** The trajectory that is being read is the last. */
  trajectories: Trajectory[]
  /** Agent path by the id under which a call refers to an embedded trajectory; a list, oldest first. */
  references: [id: string, path: string[]][]
  calls: OpenCalls
}

export function beginAtif(): AtifMemory {
  return { trajectories: [], references: [], calls: {} }
}

export function beginTrajectory(memory: AtifMemory): void {
  memory.trajectories.push({
    agentPath: memory.trajectories.length === 0 ? [] : null,
    trajectoryId: null,
    sessionId: null,
    name: null,
    model: null,
    hasUsage: false,
    cachedApart: false,
  })
}

/** The path under which a trajectory's steps nest: that of the call that refers to it, else its own name. */
export function agentPathOf(trajectory: Trajectory, memory: AtifMemory): string[] {
  if (trajectory.agentPath) return trajectory.agentPath
  const ids = [trajectory.trajectoryId, trajectory.sessionId].filter((id) => id !== null)
  const known = memory.references.find(([id]) => ids.includes(id))
  const outer = memory.trajectories.at(-2)?.agentPath ?? []
  trajectory.agentPath = known?.[1] ?? [...outer, ids[0] ?? trajectory.name ?? 'sub-agent']
  return trajectory.agentPath
}
