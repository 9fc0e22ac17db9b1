export { runningUrl } from './running-url.ts'
export { type PostgresOptions, type RunningPostgres, startPostgres } from './start-postgres.ts'
