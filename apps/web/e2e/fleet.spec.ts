import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { signIn, withOwner } from './support/owner.ts'
import { type Caller, paddockJson } from './support/paddock-command.ts'
import { type Paddock, startPaddock } from './support/start-paddock.ts'
import { type Runner, startRunner } from './support/start-runner.ts'

const operate = join(import.meta.dirname, '..', '..', '..', 'packages', 'single-node', 'src', 'operate', 'main.ts')

let home: string
let paddock: Paddock
let owner: Caller
const runners: Runner[] = []

test.beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paddock-fleet-'))
  const keyFile = join(home, 'owner.key')
  paddock = await startPaddock({ dataDir: join(home, 'data'), env: withOwner(keyFile) })
  owner = { url: paddock.url, apiKey: readFileSync(keyFile, 'utf8').trim() }
})
test.afterAll(async () => {
  for (const runner of runners) await runner.stop()
  await paddock?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** The second machine: one unit, and a label that the first has not. */
function startSecond(more: string): Runner {
  const configFile = join(home, 'lab-2.yaml')
  mkdirSync(join(home, 'lab-2'), { recursive: true })
  writeFileSync(
    configFile,
    `name: lab-2\nlabels: [gpu]\ncapacity: 1\nstateDir: lab-2\njobsDir: lab-2-jobs\nblobDir: data/blobs\n${more}`,
  )
  const databaseUrl = execFileSync(process.execPath, [operate, 'database-url', '--data-dir', paddock.dataDir])
  const runner = startRunner(configFile, String(databaseUrl).trim())
  runners.push(runner)
  return runner
}

async function launch(name: string, ...words: string[]): Promise<string> {
  const what = ['--name', name, '--agent', 'oracle', '--tasks', '20', '--concurrency', '1', '--set', 'delay=30s']
  const { id } = await paddockJson<{ id: string }>(owner, 'launch', 'edit', ...what, ...words)
  return id
}

const cardOf = (page: Page, name: string) => page.getByRole('article', { name: `Runner ${name}` })

async function openRun(page: Page, id: string): Promise<void> {
  await page.goto(new URL(`/runs/${id}`, paddock.url).href)
}

test('a person reads why runs wait, what runners do and why one died, and pauses one for two hours', async ({
  page,
}) => {
  const broken = await startSecond('colour: red\n').settled
  expect(broken).toMatchObject({ kind: 'ended', code: 1 })
  expect(await startSecond('').settled).toEqual({ kind: 'ready' })
  await signIn(page, paddock.url)

  await page.getByRole('navigation').getByRole('link', { name: 'Runners' }).first().click()
  const second = cardOf(page, 'lab-2')
  await expect(page.getByRole('article', { name: /^Runner / })).toHaveCount(2)
  await expect(second).toContainText('gpu')
  await expect(second).toContainText('0.0 of 1 in use')
  await expect(second).toContainText('Runs nothing')
  await second.getByText('The start before this one failed.').click()
  await expect(second.getByRole('log', { name: 'Log of the failed start' })).toContainText('unknown key "colour"')

  const holder = await launch('holds-the-gpu', '--label', 'gpu')
  await expect(second.getByRole('link', { name: 'holds-the-gpu' })).toBeVisible()
  await expect(second).toContainText('1.0 of 1 in use')
  const crowded = await launch('waits-for-room', '--label', 'gpu')
  const homeless = await launch('waits-for-a-label', '--label', 'tpu')
  await openRun(page, homeless)
  await expect(page.getByText('No online runner has label tpu.')).toBeVisible()
  await openRun(page, crowded)
  await expect(page.getByText('No runner has room: lab-2 uses 1 of 1.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'holds-the-gpu' })).toHaveAttribute('href', `/runs/${holder}`)

  await page.goto(new URL('/runners', paddock.url).href)
  await second.getByRole('button', { name: 'Actions for lab-2' }).click()
  await page.getByRole('menuitem', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause lab-2?' })
  await dialog.getByLabel('Note').fill('its card is being changed')
  await dialog.getByLabel('For').selectOption('2 hours')
  await dialog.getByRole('button', { name: 'Pause runner' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(second).toContainText('its card is being changed')
  await expect(second).toContainText(/Takes no new runs.*ends in \d/)
  await openRun(page, crowded)
  const paused = 'The only runner that can take it, lab-2 is paused: its card is being changed.'
  await expect(page.getByText(paused)).toBeVisible()
  await paddockJson(owner, 'cancel', holder)
  await expect(page.getByText(paused)).toBeVisible()

  await page.getByRole('link', { name: 'See runners' }).click()
  await expect(second).toContainText('Runs nothing')
  await second.getByRole('button', { name: 'Resume' }).first().click()
  await expect(second.getByRole('link', { name: 'waits-for-room' })).toBeVisible()
  await expect(second).not.toContainText('its card is being changed')
})
