import { recordAudit } from '../audit/record-audit.ts'
import type { Db } from '../db.ts'
import { installation } from '../schema/index.ts'
import { tellWaiting } from './tell-waiting.ts'

/** Sets the cap of all teams together (hundredths of a unit; null: none), for whoever has the machine. */
export async function setInstallationCap(db: Db, cap: number | null): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select({ cap: installation.cap }).from(installation).for('update')
    await tx.update(installation).set({ cap })
    await recordAudit(tx, {
      ...{ teamId: null, by: 'operator', origin: 'operate', action: 'limits.installation', object: 'installation' },
      ...{ before: { cap: before?.cap ?? null }, after: { cap } },
    })
    await tellWaiting(tx, null)
  })
}
