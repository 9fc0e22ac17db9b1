// node bench/main.ts NAME [--json] [--check] [--rounds N] [--save]   |   --list
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benches } from './benches.ts'
import type { Bench } from './harness/bench.ts'
import { buildDocument, type Document } from './harness/document.ts'
import { describeMachine, loadNow } from './harness/machine.ts'
import { printDocument } from './harness/print-document.ts'
import { startBenchServer } from './harness/server.ts'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    rounds: { type: 'string' },
  },
})

if (flags.list) {
  for (const bench of benches) console.log(`${bench.name.padEnd(16)} ${bench.measures}`)
} else {
  const bench = benches.find(({ name }) => name === positionals[0])
  if (bench === undefined) {
    const names = benches.map(({ name }) => name).join(', ')
    console.error(`There is no bench "${positionals[0] ?? ''}": use one of ${names}.`)
    process.exit(2)
  }
  const document = await run(bench, flags.rounds === undefined ? bench.rounds : Number(flags.rounds))
  console.log(flags.json ? JSON.stringify(document, null, 2) : printDocument(document))
  if (flags.save) save(document)
  if (flags.check && !document.reached) process.exitCode = 1
}

async function run(bench: Bench, rounds: number): Promise<Document> {
  const load = loadNow()
  const server = await startBenchServer()
  // Ctrl-C reaches the server through its parent's death; only the directory would stay.
  process.once('SIGINT', () => void server.stop().finally(() => process.exit(130)))
  try {
    const measured = await bench.measure({ server, rounds, report: (line) => process.stderr.write(`${line}\n`) })
    return buildDocument(
      bench.name,
      measured,
      describeMachine(load, { postgresql: server.version, ...bench.versions() }),
    )
  } finally {
    await server.stop()
  }
}

/** The document with the commit that it was measured on, to be committed itself. */
function save(document: Document): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', 'HEAD')
  const changed = git('status', '--porcelain', '--', '../packages/db', '../packages/runner-daemon') !== ''
  const directory = join(import.meta.dirname, 'results')
  mkdirSync(directory, { recursive: true })
  const file = join(directory, `${document.name}.json`)
  writeFileSync(file, `${JSON.stringify({ commit, changed, ...document }, null, 2)}\n`)
}
