import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { signIn, withOwner } from './support/owner.ts'
import { type Caller, paddockJson } from './support/paddock-command.ts'
import { query } from './support/query.ts'
import { type Paddock, startPaddock } from './support/start-paddock.ts'
import { type Runner, startRunner } from './support/start-runner.ts'

const operate = join(import.meta.dirname, '..', '..', '..', 'packages', 'single-node', 'src', 'operate', 'main.ts')

let home: string
let paddock: Paddock
let owner: Caller
let databaseUrl: string
const runners: Runner[] = []

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paddock-operator-'))
  const keyFile = join(home, 'owner.key')
  paddock = await startPaddock({ dataDir: join(home, 'data'), env: withOwner(keyFile) })
  owner = { url: paddock.url, apiKey: readFileSync(keyFile, 'utf8').trim() }
  const words = [operate, 'database-url', '--data-dir', paddock.dataDir]
  databaseUrl = String(execFileSync(process.execPath, words)).trim()
})
test.afterAll(async () => {
  for (const runner of runners) await runner.stop()
  await paddock?.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

function startSecond(): Runner {
  const configFile = join(home, 'lab-2.yaml')
  mkdirSync(join(home, 'lab-2'), { recursive: true })
  writeFileSync(
    configFile,
    'name: lab-2\nlabels: [gpu]\ncapacity: 1\nstateDir: lab-2\njobsDir: lab-2-jobs\nblobDir: data/blobs\n',
  )
  const runner = startRunner(configFile, databaseUrl)
  runners.push(runner)
  return runner
}

async function launch(name: string, ...words: string[]): Promise<string> {
  const what = ['--name', name, '--agent', 'oracle', '--tasks', '20', '--concurrency', '1', '--set', 'delay=30s']
  const { id } = await paddockJson<{ id: string }>(owner, 'launch', 'edit', ...what, ...words)
  return id
}

/** Benchmarks use no workspace; what edits one does. */
function inWorkspace(id: string): void {
  query(databaseUrl, `update run set workspace_key = '/shared/checkout' where id = '${id}'`)
}

async function openRun(page: Page, id: string): Promise<void> {
  await page.goto(new URL(`/runs/${id}`, paddock.url).href)
}

async function setCap(page: Page, cap: string): Promise<void> {
  await page.getByRole('button', { name: 'Change cap' }).click()
  const dialog = page.getByRole('dialog', { name: "Change the team's cap" })
  await dialog.getByLabel('Cap').fill(cap)
  await dialog.getByRole('button', { name: 'Change cap' }).click()
  await expect(dialog).toHaveCount(0)
}

/**
 * The second machine's daemon dies, and its run is lost. What the reaper would write is written here: its first look
 * after a start only starts the watch, for one lease, and whether a run is lost then depends on when each looked last.
 */
async function killSecond(): Promise<void> {
  const died = runners[0]?.process
  if (died === undefined) throw new Error('no second runner')
  const exited = once(died, 'exit')
  died.kill('SIGKILL')
  await exited
  query(
    databaseUrl,
    `update run set lost_at = clock_timestamp()
       where runner_id in (select id from runner where name = 'lab-2') and status = 'running';
     update runner set status = 'gone', gone_at = clock_timestamp(), status_reason = 'contact lost'
       where name = 'lab-2'`,
  )
}

/** The first process of a run of the second machine. */
function pidOf(runId: string): number {
  return JSON.parse(readFileSync(join(home, 'lab-2', 'runs', `${runId}.1`, 'pid.json'), 'utf8')).pid
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** As somebody without a pointer gets there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 100 })
  }).toPass({ intervals: [0] })
}

test('an admin caps the team, gives up on a lost run and releases its workspace, and the run that waited starts', async ({
  page,
}) => {
  await signIn(page, paddock.url)
  const lost = await launch('left-alone', '--label', 'gpu')
  inWorkspace(lost)
  expect(await startSecond().settled).toEqual({ kind: 'ready' })
  await openRun(page, lost)
  await expect(page.getByText('running', { exact: true }).first()).toBeVisible()

  await page.goto(new URL('/settings', paddock.url).href)
  await setCap(page, '1')
  await expect(page.getByRole('img', { name: 'This team: 1 of 1 units in use' })).toBeVisible()
  const waiting = await launch('comes-next')
  await openRun(page, waiting)
  await expect(page.getByText('The team uses 1 of its cap of 1.')).toBeVisible()
  inWorkspace(waiting)
  await page.getByRole('link', { name: 'See limits' }).click()
  await setCap(page, '')
  await expect(page.getByRole('img', { name: 'This team: 1 units in use, no cap' })).toBeVisible()
  await openRun(page, waiting)
  await expect(page.getByText('Its workspace is in use by run left-alone.')).toBeVisible()

  await killSecond()
  const leftPid = pidOf(lost)
  await openRun(page, lost)
  const giveUpButton = page.getByRole('button', { name: 'Give up on it' })
  await tabTo(page, giveUpButton)
  await page.keyboard.press('Enter')
  const giveUp = page.getByRole('dialog', { name: 'Give up on left-alone?' })
  await expect(giveUp).toContainText('may still run on the host of lab-2')
  await page.keyboard.press('Escape')
  await expect(giveUp).toHaveCount(0)
  await expect(giveUpButton).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, giveUp.getByRole('button', { name: 'Give up on it' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Its workspace is closed.')).toBeVisible()

  await openRun(page, waiting)
  await expect(page.getByText('Its workspace was left by run left-alone, whose processes may still run.')).toBeVisible()
  await page.getByRole('link', { name: 'left-alone' }).click()
  // The page of the run that waits has such a button too.
  await expect(page.getByText('Its workspace is closed.')).toBeVisible()
  const releaseButton = page.getByRole('button', { name: 'Release workspace' })
  await tabTo(page, releaseButton)
  await page.keyboard.press('Enter')
  const release = page.getByRole('dialog', { name: `Release the workspace of ${lost}?` })
  await expect(release).toContainText('Nobody has seen its processes end on the host of lab-2')
  await page.keyboard.press('Escape')
  await expect(release).toHaveCount(0)
  await expect(releaseButton).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, release.getByLabel('I have checked the host of lab-2'))
  await page.keyboard.press('Space')
  await tabTo(page, release.getByRole('button', { name: 'Release workspace' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Its workspace is closed.')).toHaveCount(0)
  await openRun(page, waiting)
  await expect(page.getByText('running', { exact: true }).first()).toBeVisible()

  // Its host returns, and ends what was left, though somebody said that nothing was.
  expect(isAlive(leftPid)).toBe(true)
  expect(await startSecond().settled).toEqual({ kind: 'ready' })
  await expect.poll(() => isAlive(leftPid)).toBe(false)
  await paddockJson(owner, 'cancel', waiting)
  await openRun(page, lost)
  await expect(page.getByText('orphaned').first()).toBeVisible()
})
