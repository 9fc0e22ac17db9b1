import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { owner, signIn, withOwner } from './support/owner.ts'
import { type Caller, paddockJson } from './support/paddock-command.ts'
import { type Paddock, startPaddock } from './support/start-paddock.ts'
import { openTab, type Tab } from './support/tab.ts'

test.describe.configure({ mode: 'serial' })

let home: string
let paddock: Paddock
let caller: Caller
let context: BrowserContext

test.beforeAll(async ({ browser }) => {
  home = mkdtempSync(join(tmpdir(), 'paddock-live-'))
  const keyFile = join(home, 'owner.key')
  paddock = await startPaddock({ dataDir: join(home, 'data'), env: withOwner(keyFile) })
  caller = { url: paddock.url, apiKey: readFileSync(keyFile, 'utf8').trim() }
  context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, paddock.url)
  await page.close()
})
test.afterAll(async () => {
  await context?.close()
  await paddock?.stop()
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

/** An arm of `live.watch`, its attempts one after the other: two a task. */
async function launchArm(arm: string, tasks: number, delay: string): Promise<string> {
  const agent = ['--agent', 'coin:0.6:7', '--tasks', String(tasks), '--attempts', '2', '--set', `delay=${delay}`]
  const words = ['--experiment', 'live.watch', '--arm', arm, '--concurrency', '1', ...agent]
  return (await paddockJson<{ id: string }>(caller, 'launch', 'edit', ...words)).id
}

const at = (path: string) => new URL(path, paddock.url).href

/** Ended attempts of an arm, as its row says. */
async function endedOf(page: Page, arm: string): Promise<number> {
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: arm, exact: true }) })
  const [, ended] = /(\d+)\/\d+/.exec(await row.first().innerText()) ?? []
  return Number(ended ?? 0)
}

test('ten hidden tabs hold no stream, two visible ones stay live, and pages still open at once', async () => {
  test.slow() // Twelve pages take a busy machine a while.
  // It outlasts the test, which ends it.
  const id = await launchArm('slow', 90, '1500ms')
  const hidden: Tab[] = []
  for (let i = 0; i < 10; i++) {
    const tab = await openTab(context, at(i % 2 === 0 ? '/experiments/live.watch' : `/runs/${id}`))
    await expect(tab.page.getByRole('status', { name: 'Updates: Live' })).toBeVisible()
    await tab.turn('hidden')
    hidden.push(tab)
  }
  for (const tab of hidden) await expect.poll(tab.openStreams).toBe(0)
  const experiment = await openTab(context, at('/experiments/live.watch'))
  const run = await openTab(context, at(`/runs/${id}`))
  await expect(run.page.getByText(/^\d+ of 180 trials ended$/)).toBeVisible()
  expect(experiment.openStreams()).toBeGreaterThan(0)

  const [first] = hidden
  const left = await endedOf(first?.page as Page, 'slow')
  const before = await endedOf(experiment.page, 'slow')
  await expect.poll(() => endedOf(experiment.page, 'slow'), { timeout: 40_000 }).toBeGreaterThan(before + 1)
  const shown = await run.page.getByText(/^\d+ of 180 trials ended$/).innerText()
  await expect(run.page.getByText(shown)).toHaveCount(0)

  // The browser has six connections to a server: a stream in each tab would have taken them all.
  const third = await context.newPage()
  const from = performance.now()
  await third.goto(at('/runs'))
  await expect(third.getByRole('table')).toBeVisible()
  expect(performance.now() - from).toBeLessThan(8_000)
  await third.close()

  expect(await endedOf(first?.page as Page, 'slow')).toBe(left)
  await first?.turn('visible')
  await expect.poll(() => endedOf(first?.page as Page, 'slow')).toBeGreaterThan(left)
  await expect.poll(() => first?.openStreams()).toBeGreaterThan(0)
  await paddockJson(caller, 'cancel', id)
  for (const { page } of [...hidden, experiment, run]) await page.close()
})

test('a page goes on by itself after kill -9 of the web server', async () => {
  await launchArm('killed', 15, '500ms')
  const { page } = await openTab(context, at('/experiments/live.watch'))
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await expect.poll(() => endedOf(page, 'killed')).toBeGreaterThan(2)
  const children: { name: string; pid: number }[] = JSON.parse(
    readFileSync(join(home, 'data', 'children.json'), 'utf8'),
  )
  const web = children.find(({ name }) => name === 'web')
  expect(web?.pid).toBeGreaterThan(1)
  process.kill(web?.pid ?? Number.NaN, 'SIGKILL')
  await expect.poll(() => endedOf(page, 'killed'), { timeout: 90_000 }).toBe(30)
  await expect(page.getByRole('status', { name: 'Updates: Live' })).toBeVisible()
  await expect(page.getByText('Live updates are interrupted.')).toHaveCount(0)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await page.close()
})

/** Presses Tab until what has the focus is as asked. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`80 times Tab did not reach ${selector}`)
}

test('the keyboard alone signs in, opens an experiment, moves in its matrix, opens a trial and goes back', async ({
  page,
}) => {
  const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await page.goto(at('/sign-in'))
  await tabTo(page, 'input[type=email]')
  await page.keyboard.type(owner.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/experiments$/)
  await expect(page.getByRole('link', { name: 'live.watch' })).toBeVisible()

  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'live.watch' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeVisible()

  await tabTo(page, '[role=gridcell][data-cell]')
  const first = await focusedLabel()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focusedLabel).not.toBe(first)
  const below = await focusedLabel()
  await page.keyboard.press('ArrowRight')
  await expect.poll(focusedLabel).not.toBe(below)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focusedLabel).toBe(below)
  for (let label = below; label.endsWith('no attempt'); label = await focusedLabel()) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(focusedLabel).not.toBe(label)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/trials\/t/)
  await expect(page.getByRole('feed', { name: 'Steps' }).getByRole('article').first()).toBeVisible()

  await tabTo(page, '[aria-label=Breadcrumb] a[href="/experiments/live.watch"]')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/experiments\/live\.watch$/)
  await expect(page.getByRole('grid')).toBeVisible()
})

test('at 390 px no page scrolls sideways', async () => {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  const { runs } = await paddockJson<{ runs: { id: string; arm: string }[] }>(caller, 'runs')
  const run = runs.find(({ arm }) => arm === 'killed')?.id ?? ''
  const [trial] = await paddockJson<{ id: string }[]>(caller, 'trials', run)
  const paths = ['/experiments', '/experiments/live.watch', '/launch', '/runs', `/runs/${run}`, `/trials/${trial?.id}`]
  const widths: [path: string, pixels: number][] = []
  for (const path of [...paths, '/runners', '/settings']) {
    await page.goto(at(path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    widths.push([path, await page.evaluate(() => document.documentElement.scrollWidth)])
  }
  expect(widths.filter(([, pixels]) => pixels > 390)).toEqual([])
  await page.close()
})
