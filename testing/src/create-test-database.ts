import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject } from 'vitest'

/** What the global set-up hands to every test file. */
declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { adminUrl: string; template: string }
  }
}

export interface TestDatabase {
  /** Superuser; give `connect` a role where the test is about rights. */
  url: string
  close(): Promise<void>
}

/** A clone of the migrated template on the PostgreSQL that the global set-up started: one a test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(adminUrl, (admin) => admin.unsafe(`create database ${name} template ${template} strategy file_copy`))
  return {
    url: databaseUrl(adminUrl, name),
    close: () => asAdmin(adminUrl, (admin) => admin.unsafe(`drop database if exists ${name} with (force)`)),
  }
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(adminUrl: string, body: (admin: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  try {
    await body(admin)
  } finally {
    await admin.end({ timeout: 5 })
  }
}
