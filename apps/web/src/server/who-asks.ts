import { type Principal, resolvePrincipal } from '@paddock/auth'
import { headers } from 'next/headers'
import { cache } from 'react'
import { services } from './services.ts'

/** The signed-in person of this request; null: nobody. Looked up once a request. */
export const whoAsks = cache(async (): Promise<Principal | null> => {
  const { auth, db } = await services()
  return resolvePrincipal(auth, db, new Headers(await headers()))
})
