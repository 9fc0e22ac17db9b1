import { defineConfig } from 'oxlint'

/** Who may import whom (docs/decisions/0001-the-house.md). A name with a slash is a single subpath. */
const mayImport: Record<string, string[]> = {
  domain: [],
  db: ['domain'],
  traces: ['domain'],
  agents: ['domain', 'traces'],
  benchmarks: ['domain', 'traces', 'agents/definition', 'agents/command'],
  artifacts: ['domain', 'db'],
  auth: ['domain', 'db'],
  api: [
    'domain',
    'db',
    'artifacts',
    'auth',
    'benchmarks/definition',
    'benchmarks/command',
    'agents/definition',
    'agents/command',
  ],
  'runner-daemon': [
    'domain',
    'db',
    'artifacts',
    'traces',
    'benchmarks/definition',
    'benchmarks/command',
    'benchmarks/scan',
    'benchmarks/resume',
    'agents/definition',
    'agents/command',
  ],
  client: ['domain'],
  web: ['domain', 'benchmarks/definition', 'agents/definition'],
  'single-node': ['db', 'auth'],
  slurm: ['db'],
}

/** Types alone may cross here (`import type`). */
const mayImportTypesOf: Record<string, string[]> = { client: ['api'], web: ['api'] }

/** Only these packages touch the database's libraries. */
const databaseLibraries = ['drizzle-orm', 'drizzle-orm/*', 'postgres']

const packageNames = Object.keys(mayImport)

function importsOf(name: string) {
  const allowed = mayImport[name] ?? []
  const typesOnly = mayImportTypesOf[name] ?? []
  const forbidden = packageNames.filter((other) => other !== name && !allowed.includes(other))
  const patterns: object[] = [
    {
      regex: '^([.][.]/)+([^/]+/)+src/',
      message: 'Import another package by its name, not by its inside.',
    },
  ]
  for (const other of forbidden) {
    const exact = allowed.filter((path) => path.startsWith(`${other}/`))
    const whole = exact.length === 0 ? [`@paddock/${other}`] : []
    patterns.push({
      group: [...whole, `@paddock/${other}/*`, ...exact.map((path) => `!@paddock/${path}`)],
      allowTypeImports: typesOnly.includes(other),
      message: `${name} may not import ${other}: see the table in oxlint.config.ts.`,
    })
  }
  if (name !== 'db')
    patterns.push({ group: databaseLibraries, message: 'SQL lives in packages/db, one named function a statement.' })
  if (name === 'domain') {
    patterns.push({ regex: '^node:', message: 'domain is pure: no I/O, clock or randomness.' })
  }
  return { 'no-restricted-imports': ['error', { patterns }] as const }
}

const folders: Record<string, string> = { web: 'apps/web', slurm: 'deploy/slurm' }
const folderOf = (name: string) => folders[name] ?? `packages/${name}`

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'node', 'promise', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'off', perf: 'off' },
  options: { typeAware: true },
  ignorePatterns: [
    '**/.next/**',
    '**/dist/**',
    '**/drizzle/**',
    '**/dataset/**/*.json',
    '.tools/**',
    'apps/web/next-env.d.ts',
  ],
  rules: {
    'import/no-cycle': 'error',
    'import/no-self-import': 'error',
    'node/no-process-env': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'max-lines': ['warn', { max: 400, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    // Refusing control characters in input takes naming them.
    'no-control-regex': 'off',
    // Optional fields are left out with `...(x === undefined ? {} : { x })`.
    'unicorn/no-useless-spread': 'off',
    // Our ports are plain objects of closures.
    'typescript/unbound-method': 'off',
  },
  overrides: [
    ...packageNames.map((name) => ({
      files: [`${folderOf(name)}/src/**/*.{ts,tsx}`],
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
      rules: importsOf(name),
    })),
    {
      files: [
        'apps/web/src/app/api/**/*.ts',
        'apps/web/src/server/**/*.ts',
        'apps/web/src/instrumentation.ts',
        'apps/web/src/proxy.ts',
      ],
      rules: {
        'no-restricted-imports': [
          'error',
          { patterns: [{ group: databaseLibraries, message: 'SQL lives in packages/db.' }] },
        ],
      },
    },
    {
      files: ['apps/web/src/**/*.tsx'],
      rules: {
        // Virtual rows cannot be table rows, and a bar of shares is no <img>.
        'jsx-a11y/prefer-tag-over-role': 'off',
        'jsx-a11y/interactive-supports-focus': 'off',
        // Only in a dialog that was just opened, or where the page is one form.
        'jsx-a11y/no-autofocus': 'off',
        // What scrolls must be reachable by keyboard.
        'jsx-a11y/no-noninteractive-tabindex': 'off',
      },
    },
    {
      files: ['apps/web/src/**/*.{ts,tsx}'],
      // Speaks of the React compiler, which is not in use.
      rules: { 'react/incompatible-library': 'off' },
    },
    {
      files: [
        '**/env.ts',
        '**/*.test.{ts,tsx}',
        '**/*.config.ts',
        '**/testing/**',
        'scripts/**',
        'bench/**',
        'apps/web/e2e/**',
        '**/fixtures/**',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: [
        'packages/client/src/cli/**',
        'packages/benchmarks/src/edit/**',
        'scripts/**',
        'bench/**',
        'apps/web/e2e/**',
        'mutations/**',
        '**/testing/**',
        '**/fixtures/**',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
})
