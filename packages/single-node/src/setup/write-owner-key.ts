import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createAuth, createOwnerApiKey, resolvePrincipal } from '@paddock/auth'
import type { Db } from '@paddock/db'
import type { SetupRequest } from './setup-request.ts'

/** Writes an API key of the owner to the file asked for (0600), unless one is there. Returns what to tell about it. */
export async function writeOwnerKey(db: Db, request: SetupRequest): Promise<string[]> {
  const file = request.ownerApiKeyFile
  if (file === null) return []
  if (existsSync(file)) {
    if (await opensThis(db, request, readFileSync(file, 'utf8').trim())) return []
    return [`${file} holds no API key of this installation; remove the file to have a new key written there`]
  }
  const made = await createOwnerApiKey(db)
  if (made === null) return [`${file} was not written: there is no owner yet; it will be at the first start with one`]
  // Under its name it is whole and closed to others from the first moment; a link also never replaces a file.
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${made.key}\n`, { mode: 0o600 })
  linkSync(draft, file)
  rmSync(draft)
  return [`wrote an API key of the owner to ${file}`]
}

async function opensThis(db: Db, { publicUrl, secret }: SetupRequest, key: string): Promise<boolean> {
  if (key === '') return false
  const auth = createAuth({ db, publicUrl, secret })
  return (await resolvePrincipal(auth, db, new Headers({ 'x-api-key': key }))) !== null
}
