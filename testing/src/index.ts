export { createTestDatabase, type TestDatabase } from './create-test-database.ts'
export { seededRandom } from './seeded-random.ts'
export { type ScratchPostgres, startScratchPostgres } from './start-scratch-postgres.ts'
