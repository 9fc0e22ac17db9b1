export { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.ts'
