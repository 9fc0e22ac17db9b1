import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Shows `link` in the operator's browser, if there is one. The link may hold the owner's token, and every user of the
 * machine can read the words of a running program: the browser gets a file that only this user can read.
 */
export function openBrowser(link: string, dataDir: string): void {
  const page = join(dataDir, 'open.html')
  writeFileSync(page, `<!doctype html><meta http-equiv="refresh" content="0;url=${encodeURI(link)}">\n`, {
    mode: 0o600,
  })
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(opener, [page], { stdio: 'ignore', detached: true })
  child.on('error', () => {}) // No such program: the link stands on the terminal.
  child.unref()
}
