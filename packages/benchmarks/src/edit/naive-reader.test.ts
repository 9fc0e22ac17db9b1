import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isDecided, isMissing, isPass } from '@paddock/domain'
import { expect, test } from 'vitest'
import { newDirectory, runCli } from './fixtures/run-cli.ts'
import { openEditScanner } from './scanner.ts'

const script = join(import.meta.dirname, '../../../../scripts/naive-edit-reader.py')

async function arm(agent: string) {
  const directory = newDirectory()
  const output = join(directory, 'result.json')
  await runCli([`--agent=${agent}`, `--output=${output}`, '--runs=3', '--max-tasks=30', '--task-concurrency=4'])
  const { trials, plannedTrials } = await openEditScanner(directory).scan({ process: 'ended', now: Date.now() })
  return { output, trials, plannedTrials }
}

test('a reader that shares no code with the scanner counts the same', async () => {
  const arms = { low: await arm('coin:0.4:1'), high: await arm('coin:0.8:2') }
  const text = execFileSync('python3', [script, `low=${arms.low.output}`, `high=${arms.high.output}`], {
    encoding: 'utf8',
  })
  const naive = JSON.parse(text)
  expect(naive.reference).toBe('low')
  for (const read of naive.arms) {
    const { trials, plannedTrials } = arms[read.arm as keyof typeof arms]
    expect(read).toMatchObject({
      planned: plannedTrials,
      ended: 90,
      attempts: trials.filter(isDecided).length,
      pass: trials.filter(isPass).length,
      missing: trials.filter(isMissing).length,
      n: 30,
      costUsd: 0,
    })
    expect(read.passRate).toBeCloseTo(trials.filter(isPass).length / 90, 12)
  }
  const [comparison] = naive.comparisons
  expect(comparison.shared).toBe(30)
  expect(comparison.delta).toBeCloseTo(naive.arms[1].passRate - naive.arms[0].passRate, 12)
  const { bothPass, bothFail, onlyReference, onlyArm } = comparison
  expect(bothPass + bothFail + onlyReference + onlyArm).toBe(30)
})
