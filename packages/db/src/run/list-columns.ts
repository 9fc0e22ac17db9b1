import { getTableColumns } from 'drizzle-orm'
import { run } from '../schema/index.ts'

const { launch: _launch, command: _command, ...columns } = getTableColumns(run)

/** All of a run but what only its own page shows: launch requests can be long. */
export const runListColumns = columns
