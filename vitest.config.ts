import { defineConfig } from 'vitest/config'

/** Heavy tests (real Harbor, races, kills, the corpus at size) run in CI: `pnpm exec vitest run --project heavy`. */
const heavy = ['**/*.heavy.test.ts']
const ignored = ['**/node_modules/**', '**/.next/**', '**/e2e/**', '.tools/**']

export default defineConfig({
  test: {
    globalSetup: ['./testing/src/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    projects: [
      { extends: true, test: { name: 'quick', include: ['**/*.test.{ts,tsx}'], exclude: [...heavy, ...ignored] } },
      {
        extends: true,
        test: { name: 'heavy', include: heavy, exclude: ignored, testTimeout: 600_000, fileParallelism: false },
      },
    ],
  },
})
