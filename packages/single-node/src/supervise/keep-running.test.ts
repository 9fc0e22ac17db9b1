import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readProcess } from '../process/read-process.ts'
import { type BoundedLog, openBoundedLog } from './bounded-log.ts'
import { endRecordedChildren, keepChildRecord } from './child-record.ts'
import { type KeptProgram, keepRunning } from './keep-running.ts'

let directory: string
let log: BoundedLog
let said: string[]
let kept: KeptProgram | null

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'paddock-keep-'))
  log = openBoundedLog(join(directory, 'child.log'))
  said = []
  kept = null
})
afterEach(async () => {
  await kept?.stop()
  log.close()
  rmSync(directory, { recursive: true, force: true })
})

function keep(script: string, stopPatienceMs = 5_000): KeptProgram {
  const program = {
    name: 'child',
    argv: [process.execPath, '-e', script],
    environment: { GIVEN: 'yes' },
    log,
    logFile: join(directory, 'child.log'),
    stopPatienceMs,
  }
  kept = keepRunning(program, keepChildRecord(join(directory, 'children.json')), (text) => said.push(text))
  return kept
}

const recorded = () => JSON.parse(readFileSync(join(directory, 'children.json'), 'utf8'))
const logged = () => readFileSync(join(directory, 'child.log'), 'utf8')

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`still not so: ${isTrue.toString()}`)
    await sleep(20)
  }
}

it('starts a program again that was killed, says so, and keeps the record of its pid', async () => {
  keep('console.log("up"); setInterval(() => {}, 1000)')
  await until(() => logged().includes('up'))
  const [{ pid }] = recorded()
  process.kill(pid, 'SIGKILL')
  await until(() => logged().split('up').length === 3)
  expect(said).toEqual([expect.stringMatching(/^child ended by itself \(SIGKILL\); starting it again in 0.5 s/)])
  expect(recorded()).toHaveLength(1)
  expect(recorded()[0].pid).not.toBe(pid)
})

it('gives exactly the environment that was named', async () => {
  keep('console.log(JSON.stringify(process.env)); setInterval(() => {}, 1000)')
  await until(() => logged().includes('\n'))
  expect(JSON.parse(logged())).toEqual({ GIVEN: 'yes' })
})

it('waits longer from death to death', async () => {
  const program = keep('process.exit(3)')
  await until(() => program.deaths() === 3)
  expect(said.map((text) => /again in ([\d.]+) s/.exec(text)?.[1])).toEqual(['0.5', '1', '2'])
})

it('kills a program that ignores SIGTERM once its patience is over', async () => {
  const program = keep('process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)', 300)
  await until(() => logged().includes('up'))
  const [{ pid }] = recorded()
  await program.stop()
  expect(readProcess(pid)).toBeNull()
  expect(recorded()).toEqual([])
  expect(said).toEqual([])
})

it('stops while it waits for the next start', async () => {
  const program = keep('process.exit(1)')
  await until(() => program.deaths() === 1)
  await program.stop()
  await sleep(700)
  expect(program.deaths()).toBe(1)
})

it('tells errors of the log at once, each once', async () => {
  keep(`for (const level of [30, 50, 50, 'info', 'error']) console.error(JSON.stringify({ level, msg: 'level ' + level }));
    setInterval(() => {}, 1000)`)
  await until(() => said.length === 2)
  await sleep(100)
  expect(said).toEqual(['child: level 50', 'child: level error'])
})

it('ends what a dead supervisor recorded, and nothing that only has the same pid', async () => {
  keep('console.log("up"); setInterval(() => {}, 1000)')
  await until(() => logged().includes('up'))
  const [child] = recorded()
  const file = join(directory, 'old.json')
  writeFileSync(file, JSON.stringify([{ ...child, startTicks: child.startTicks - 1 }]))
  expect(await endRecordedChildren(file)).toEqual([])
  writeFileSync(file, JSON.stringify([{ ...child, bootId: 'another boot' }]))
  expect(await endRecordedChildren(file)).toEqual([])
  expect(readProcess(child.pid)).not.toBeNull()
  writeFileSync(file, JSON.stringify([child]))
  expect(await endRecordedChildren(file)).toEqual(['child'])
  expect(readProcess(child.pid)).toBeNull()
  writeFileSync(file, '[{"name":')
  expect(await endRecordedChildren(file)).toEqual([])
})

it('keeps two files of bounded size', () => {
  const file = join(directory, 'bounded.log')
  const small = openBoundedLog(file, 100)
  for (let n = 0; n < 100; n += 1) small.write(`line ${n} ${'x'.repeat(20)}\n`)
  small.close()
  const both = [readFileSync(`${file}.1`, 'utf8'), readFileSync(file, 'utf8')]
  for (const text of both) expect(text.length).toBeLessThan(150)
  expect(both.join('')).toMatch(/line 99 x+\n$/)
})
