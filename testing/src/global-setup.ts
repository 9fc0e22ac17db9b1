import type { TestProject } from 'vitest/node'
import { startTestPostgres, template } from './start-test-postgres.ts'

/**
 * One PostgreSQL for all test files, ended with them; every test file clones the migrated template. Whoever runs
 * vitest many times starts one for all, and names it in PADDOCK_TEST_POSTGRES.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.PADDOCK_TEST_POSTGRES
  if (given) {
    project.provide('postgres', { adminUrl: given, template })
    return async () => {}
  }
  const server = await startTestPostgres()
  project.provide('postgres', { adminUrl: server.adminUrl, template })
  return () => server.stop()
}
