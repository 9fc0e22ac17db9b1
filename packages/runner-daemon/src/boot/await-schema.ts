import { type Db, expectedSchemaVersion, schemaVersion } from '@paddock/db'
import type { Clock } from '../clock.ts'
import { describeError, isOutage } from '../log/describe-error.ts'
import type { Log } from '../log/log.ts'

/** The schema of the database is not the one that this version was written for; the message says which to upgrade. */
export class VersionMismatch extends Error {
  override name = 'VersionMismatch'
}

/** Waits until the database answers. Throws a VersionMismatch. */
export async function awaitSchema(
  db: Db,
  { version, clock, log }: { version: string; clock: Clock; log: Log },
): Promise<void> {
  for (;;) {
    try {
      const found = await schemaVersion(db)
      if (found === expectedSchemaVersion) return
      throw new VersionMismatch(
        found > expectedSchemaVersion
          ? `The database is at schema ${found}, this runner (${version}) knows ${expectedSchemaVersion}: upgrade the runner.`
          : `The database is at schema ${found}, this runner (${version}) needs ${expectedSchemaVersion}: upgrade the web program, which migrates it.`,
      )
    } catch (error) {
      if (!isOutage(error)) throw error
      log.warn({ error: describeError(error) }, 'the database is not there yet')
      await clock.sleep(1_000)
    }
  }
}
