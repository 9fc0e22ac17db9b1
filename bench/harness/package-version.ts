import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The version of an installed package. */
export function packageVersion(name: string): string {
  const path = findPackageJSON(name, import.meta.url)
  if (path === undefined) return 'not installed'
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
