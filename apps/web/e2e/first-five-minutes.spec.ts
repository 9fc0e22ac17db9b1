import { expect, type Locator, type Page, test } from '@playwright/test'
import { owner, sendSetupForm, signIn, signOut } from './support/owner.ts'
import { screenshot } from './support/screenshot.ts'
import { type Paddock, startPaddock } from './support/start-paddock.ts'

test.describe.configure({ mode: 'serial' })

let paddock: Paddock

test.beforeAll(async () => {
  paddock = await startPaddock()
})
test.afterAll(() => paddock?.dispose())

/** Trials that have ended, as the row of an arm says: `12/40`. */
async function endedTrials(arm: Locator): Promise<number> {
  const [, ended] = /(\d+)\/40/.exec(await arm.innerText()) ?? []
  return Number(ended ?? 0)
}

/** A mark that a reload or a full navigation would wipe out. */
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { sameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window)

test('a stranger goes from the link to a comparison and down to a step', async ({ page }) => {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })

  await sendSetupForm(page, paddock.ownerLink ?? '')
  await expect(page).toHaveURL(/\/experiments$/)
  await expect(page.getByRole('heading', { name: 'No experiments in this team yet' })).toBeVisible()

  await page.getByRole('link', { name: 'Launch it here' }).click()
  const oracleForm = page.getByRole('group', { name: 'Arm oracle' })
  const coinForm = page.getByRole('group', { name: 'Arm coin' })
  await expect(page.getByLabel('Experiment')).toHaveValue('edit.first_look')
  await expect(page.getByLabel('Tasks', { exact: true })).toHaveValue('20')
  await expect(page.getByLabel('Attempts a task')).toHaveValue('2')
  await expect(oracleForm.getByLabel('Role')).toHaveValue('baseline')
  await expect(coinForm.getByLabel('Agent')).toHaveValue('coin:0.6:7')
  await expect(page.getByRole('button', { name: 'Launch 2 arms, 80 trials' })).toBeEnabled()
  await screenshot(page, 'launch')
  // Slow enough to be watched.
  await page.getByText('Task lists, variables, settings, extra arguments').click()
  await page.getByLabel('Settings of the benchmark').fill('delay=2s')
  const launch = page.getByRole('button', { name: 'Launch 2 arms, 80 trials' })
  await expect(launch).toBeEnabled()
  await launch.click()

  await expect(page).toHaveURL(/\/experiments\/edit\.first_look$/)
  await markDocument(page)
  const arms = page.getByRole('table', { name: /^Arms of edit\.first_look/ })
  const rowOf = (arm: string) =>
    arms.getByRole('row').filter({ has: page.getByRole('link', { name: arm, exact: true }) })
  const [oracle, coin] = [rowOf('oracle'), rowOf('coin')]
  for (const arm of [oracle, coin]) await expect(arm.getByText('provisional')).toBeVisible()
  const before = await Promise.all([oracle, coin].map(endedTrials))
  for (const [i, arm] of [oracle, coin].entries()) {
    await expect.poll(() => endedTrials(arm)).toBeGreaterThan(before[i] ?? 40)
  }
  for (const arm of [oracle, coin]) await expect(arm.getByText('succeeded')).toBeVisible({ timeout: 90_000 })
  await expect(oracle).toContainText('40/40')
  await expect(oracle).toContainText('100.0')
  await expect(coin).toContainText('40/40')
  await expect(arms.getByText('provisional')).toHaveCount(0)
  expect(await isSameDocument(page)).toBe(true)

  const matrix = page.getByRole('grid', { name: /^Attempts of edit\.first_look/ })
  await expect(matrix).toHaveAttribute('aria-rowcount', '21')
  await expect(matrix.getByRole('gridcell', { name: /, oracle: 2 of 2 passed \(pass, pass\)$/ })).toHaveCount(20)
  await expect(
    matrix.getByRole('gridcell', { name: /, coin: \d of 2 passed \((pass|fail), (pass|fail)\)$/ }),
  ).toHaveCount(20)
  await screenshot(page, 'experiment')

  await matrix
    .getByRole('gridcell', { name: /, coin: \d of 2 passed \(.*fail/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/trials\/t/)
  const steps = page.getByRole('feed', { name: 'Steps' })
  await expect(steps.getByRole('article').first()).toBeVisible()
  expect(await steps.getByRole('article').count()).toBeGreaterThan(1)
  // The task that the agent was told, and what it did, in words.
  await expect(steps).toContainText(/\w+ \w+ \w+/)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await screenshot(page, 'trial')

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'coin' }).click()
  await expect(page).toHaveURL(/\/runs\/r/)
  await expect(page.getByText('40 of 40 trials ended')).toBeVisible()
  await expect(page.getByRole('log')).toContainText('[trial]')

  await signOut(page)
  await page.goto(new URL('/experiments', paddock.url).href)
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'E-mail or password is wrong.' })).toBeVisible()
  await signIn(page, paddock.url)
  await expect(page.getByRole('link', { name: 'edit.first_look' })).toBeVisible()
  expect(problems).toEqual([])
})

test('the link works once', async ({ page }) => {
  await page.goto(paddock.ownerLink ?? '')
  await expect(page.getByRole('heading', { name: 'This installation has its owner' })).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.goto(new URL('/experiments', paddock.url).href)
  await expect(page).toHaveURL(/\/sign-in/)
})
