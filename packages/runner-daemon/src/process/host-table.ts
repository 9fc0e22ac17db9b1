import { linuxTable } from './linux-table.ts'
import type { ProcessTable } from './process-table.ts'
import { psTable } from './ps-table.ts'

/** The process table of this machine. */
export const hostTable: ProcessTable = process.platform === 'linux' ? linuxTable : psTable
