import type { Db } from './db.ts'

/** The schema that this code was written for. */
export const expectedSchemaVersion = 1

/** The number of the last migration applied; 0 where none ever was. Programs compare it to `expectedSchemaVersion`. */
export async function schemaVersion(db: Db): Promise<number> {
  void db
  throw new Error('not built yet')
}
