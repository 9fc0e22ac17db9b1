import { type Db, teamLimits } from '@paddock/db'

/** The limits of a team as people see them; weights in units. */
export async function viewLimits(tx: Db, teamId: string) {
  const { cap, used, share, installation } = await teamLimits(tx, teamId)
  return {
    /** Null: none; 0: nothing of the team starts. */
    cap: toUnits(cap),
    /** What runs of the team use now. */
    used: used / 100,
    /** Teams that wait take turns in proportion to theirs. Set by whoever has the machine. */
    share,
    /** Of all teams together; set by whoever has the machine. */
    installation: { cap: toUnits(installation.cap), used: installation.used / 100 },
  }
}

function toUnits(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100
}
