import { createHash } from 'node:crypto'
import type { LaunchRequest } from '@paddock/domain'

/** sha256 (hex) of a launch request, whatever the order of its keys: the same key with another hash is an error. */
export function payloadHash(launch: LaunchRequest): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(launch)))
    .digest('hex')
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]))
}
