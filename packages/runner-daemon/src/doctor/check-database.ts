import { connect, expectedSchemaVersion, heldSnapshotSeconds, schemaVersion, serverFacts } from '@paddock/db'
import { describeError } from '../log/describe-error.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Oldest PostgreSQL that the statements were tried on. */
const oldestServer = 150_000
const noticeableClockMs = 5_000
/** No statement of Paddock's takes longer than seconds. */
const longSnapshotSeconds = 600

/** The database as this runner would use it: reachable, in its role, of the right versions; and its clock. */
export async function checkDatabase(databaseUrl: string | null, nowMs: () => number): Promise<Check[]> {
  if (databaseUrl === null) {
    return [
      fail('database', 'DATABASE_URL is not set', 'Set DATABASE_URL=postgres://user:password@host:5432/database.'),
    ]
  }
  const { db, close } = connect(databaseUrl, {
    role: 'paddock_runner',
    applicationName: 'paddock-runner doctor',
    max: 1,
  })
  try {
    const before = nowMs()
    const { version, now } = await serverFacts(db)
    const after = nowMs()
    return [
      ok('database', `answers in ${Math.round(after - before)} ms`),
      version >= oldestServer
        ? ok('server version', `PostgreSQL ${Math.floor(version / 10_000)}`)
        : fail('server version', `PostgreSQL ${Math.floor(version / 10_000)}`, 'Upgrade to PostgreSQL 15 or newer.'),
      await checkSchema(await schemaVersion(db)),
      checkClock(now.getTime() - (before + after) / 2),
      checkSnapshot(await heldSnapshotSeconds(db)),
    ]
  } catch (error) {
    return [
      fail(
        'database',
        describeError(error),
        'Check DATABASE_URL, the network, and that the role paddock_runner exists.',
      ),
    ]
  } finally {
    await close()
  }
}

async function checkSchema(found: number): Promise<Check> {
  if (found === expectedSchemaVersion) return ok('schema', `version ${found}`)
  return found > expectedSchemaVersion
    ? fail('schema', `version ${found}, this runner knows ${expectedSchemaVersion}`, 'Upgrade the runner.')
    : fail(
        'schema',
        `version ${found}, this runner needs ${expectedSchemaVersion}`,
        'Upgrade the web program, which migrates.',
      )
}

function checkClock(offMs: number): Check {
  const off = `${Math.abs(Math.round(offMs / 100) / 10)} s ${offMs > 0 ? 'behind' : 'ahead of'} the database's`
  return Math.abs(offMs) < noticeableClockMs
    ? ok('clock', `agrees with the database's`)
    : warn(
        'clock',
        off,
        "The queue goes by the database's clock alone; times in logs will not match. Run an NTP client.",
      )
}

/** `seconds`: age of the oldest. */
export function checkSnapshot(seconds: number): Check {
  if (seconds < longSnapshotSeconds) return ok('held snapshot', 'none that slows the queue down')
  return warn(
    'held snapshot',
    `a transaction has been open for ${Math.round(seconds / 60)} min`,
    'Claims get slower while it is. Find it in pg_stat_activity (backend_xmin, xact_start), and end it.',
  )
}
