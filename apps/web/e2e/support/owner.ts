import { expect, type Page } from '@playwright/test'

export const owner = { name: 'Ada Hopper', email: 'ada@example.org', password: 'correct horse battery' }

/** For startPaddock: the owner is there without a link, and has a key. */
export function withOwner(keyFile: string): Record<string, string> {
  return {
    PADDOCK_OWNER_EMAIL: owner.email,
    PADDOCK_OWNER_PASSWORD: owner.password,
    PADDOCK_OWNER_API_KEY_FILE: keyFile,
  }
}

/** Fills and sends the form behind the link that a first start prints. */
export async function sendSetupForm(page: Page, ownerLink: string): Promise<void> {
  await page.goto(ownerLink)
  await page.getByLabel('Your name').fill(owner.name)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByLabel('Team').fill('Evaluation')
  await page.getByRole('button', { name: 'Create owner and sign in' }).click()
}

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(new URL('/sign-in', url).href)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/experiments$/)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account, colours, keys, sign out' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
}
