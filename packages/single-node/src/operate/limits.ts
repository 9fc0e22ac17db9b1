import { connect, type Db, listLimits, setInstallationCap, setTeamShare } from '@paddock/db'
import { OperatorError } from '../process/operator-error.ts'

export interface LimitsRequest {
  /** Of the installation: units, or `none`. Absent: left as it is. */
  cap?: string
  /** Slug of the team whose share is set. */
  team?: string
  share?: string
}

const [maxCap, maxShare] = [1_000_000, 1_000]

/**
 * Sets the installation's cap and a team's share, where asked, and tells all limits, a line each. A team's own cap is
 * its admins'. Throws OperatorError, before anything is changed.
 */
export async function limits(databaseUrl: string, request: LimitsRequest): Promise<string[]> {
  const cap = request.cap === undefined ? undefined : parseCap(request.cap)
  const share = parseShare(request)
  const connection = connect(databaseUrl, { role: 'paddock_owner', applicationName: 'paddock operate', max: 1 })
  try {
    const { db } = connection
    if (share !== null && (await setTeamShare(db, share)) === null) throw await unknownTeam(db, share.slug)
    if (cap !== undefined) await setInstallationCap(db, cap)
    return await tell(db)
  } finally {
    await connection.close()
  }
}

/** In hundredths. */
function parseCap(text: string): number | null {
  if (text === 'none') return null
  const hundredths = Math.round(Number(text) * 100)
  if (text.trim() !== '' && hundredths >= 0 && hundredths <= maxCap * 100) return hundredths
  throw new OperatorError('cap_invalid', `--cap takes weight units, not "${text}"`, 'Such as 8 or 0.5, or none.')
}

function parseShare({ team, share }: LimitsRequest): { slug: string; share: number } | null {
  if (team === undefined && share === undefined) return null
  if (team === undefined || share === undefined) {
    throw new OperatorError('share_incomplete', '--team and --share go together', 'Such as --team eval --share 2.')
  }
  const value = Number(share)
  if (value >= 1 / maxShare && value <= maxShare) return { slug: team, share: value }
  const range = `a number from ${1 / maxShare} to ${maxShare}`
  throw new OperatorError('share_invalid', `--share takes ${range}, not "${share}"`, 'Other teams have 1.')
}

async function unknownTeam(db: Db, slug: string): Promise<OperatorError> {
  const { teams } = await listLimits(db)
  const known = teams.map((team) => team.slug).join(', ') || 'none yet'
  return new OperatorError('team_unknown', `there is no team ${slug}`, `There are: ${known}.`)
}

async function tell(db: Db): Promise<string[]> {
  const { cap, used, teams } = await listLimits(db)
  return [
    `installation: ${units(used)} in use, ${capWords(cap)}`,
    ...teams.map(
      (team) =>
        `team ${team.slug}: share ${Number(team.share.toPrecision(6))}, ${units(team.used)} in use, ${capWords(team.cap)}`,
    ),
  ]
}

const units = (hundredths: number) => String(hundredths / 100)
const capWords = (cap: number | null) => (cap === null ? 'no cap' : `cap ${units(cap)}`)
