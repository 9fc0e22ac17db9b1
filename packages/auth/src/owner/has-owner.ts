import { type Db, findFirstOwner } from '@paddock/db'

/** Whether somebody owns the installation: from then on no owner link works. */
export async function hasOwner(db: Db): Promise<boolean> {
  return (await findFirstOwner(db)) !== null
}
