import { openEditScanner } from './edit/scanner.ts'
import { openHarborScanner } from './harbor/scan/open-scanner.ts'
import type { OpenScanner } from './port.ts'

export type { OpenScanner, ScanMoment, Scanner, ScanResult, TraceSource } from './port.ts'

export const openScanners: Record<string, OpenScanner> = {
  edit: openEditScanner,
  harbor: openHarborScanner,
}
