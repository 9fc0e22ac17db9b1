import { hostname } from 'node:os'

/** The machine's name, in the letters that a runner's name may have. */
export function defaultRunnerName(): string {
  return hostname()
    .replace(/[^A-Za-z0-9_.-]/g, '-')
    .slice(0, 64)
}

/** Credentials that the providers' own programs look for. */
const WELL_KNOWN = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY']

/** The configuration of a first start. `present` are the variables that the operator has set. */
export function defaultRunnerConfig(present: Record<string, string>): string {
  const secrets = WELL_KNOWN.filter((name) => name in present).map((name) => `  ${name}: { env: ${name} }`)
  return `# The runner that npm start runs on this machine. Written once, yours from then on; read again when it changes.
# Paths are relative to this file.
name: ${defaultRunnerName()}
stateDir: runner
jobsDir: jobs
blobDir: blobs

# How much runs at once: a run weighs 1 unless its launch says otherwise. "none": no limit.
capacity: 4

# Credentials that runs may use, by name; the values stay in the environment of npm start (env) or in a file (file).
# A name that is added here takes effect at the next npm start.
#   secrets:
#     ANTHROPIC_API_KEY: { env: ANTHROPIC_API_KEY }
${secrets.length > 0 ? `secrets:\n${secrets.join('\n')}` : 'secrets: {}'}
`
}
