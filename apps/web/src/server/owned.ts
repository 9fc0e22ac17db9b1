import { hasOwner } from '@paddock/auth'
import { services } from './services.ts'

/** Whether the installation has its first owner, so that the page of the owner link can say so before a form is filled. */
export async function isOwned(): Promise<boolean> {
  const { db } = await services()
  return hasOwner(db)
}
