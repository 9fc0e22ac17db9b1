import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

export interface BoundedLog {
  write(text: string): void
  close(): void
}

/** Kept are the file and one older one, `<file>.1`: 20 MB a program at most. */
const MAX_BYTES = 10_000_000

/** Appends to `file` (0600), which begins anew when it is full. A disk that is full loses lines, never a program. */
export function openBoundedLog(file: string, maxBytes: number = MAX_BYTES): BoundedLog {
  let descriptor = openSync(file, 'a', 0o600)
  let size = fstatSync(descriptor).size
  return {
    write(text) {
      try {
        if (size > maxBytes) {
          renameSync(file, `${file}.1`)
          const full = descriptor
          descriptor = openSync(file, 'a', 0o600)
          size = 0
          closeSync(full)
        }
        size += writeSync(descriptor, text)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    close: () => closeSync(descriptor),
  }
}
