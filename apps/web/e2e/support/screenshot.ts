import { join } from 'node:path'
import type { Page } from '@playwright/test'

const images = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'images')

/** Renews a picture of the documentation; only with PADDOCK_SCREENSHOTS=1, so that a test run changes no file. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.PADDOCK_SCREENSHOTS !== '1') return
  // The pointer rests where nothing lights up under it.
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' })
}
