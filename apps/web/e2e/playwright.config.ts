import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = [
  process.env.PADDOCK_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

/** Each journey starts the product as `npm start` does, in a data directory of its own, on the production build. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../../test-results/browser',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    ...(chromium ? { launchOptions: { executablePath: chromium } } : {}),
  },
})
