import { hostname } from 'node:os'
import { z } from 'zod'
import { duration } from './duration.ts'

const label = z.string().regex(/^[A-Za-z0-9_.:/-]{1,64}$/, 'use 1 to 64 of A–Z a–z 0–9 _ . : / -')
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')

/** Where a value stands that must not stand in this file. */
const source = { env: variableName.optional(), file: z.string().min(1).optional() }
const hasOneSource = ({ env, file }: { env?: string; file?: string }) => (env === undefined) !== (file === undefined)
const oneSource = 'name either env or file'

/** A credential by name: the value stands in the daemon's environment or in a file, never in this one. */
const secret = z
  .strictObject({
    ...source,
    /** Teams whose runs may use it; absent: all that the runner serves. */
    teams: z.array(z.string()).optional(),
    /** Benchmarks and agents that may use it; absent: all. */
    usedBy: z.array(z.string()).optional(),
  })
  .refine(hasOneSource, oneSource)

const benchmark = z.strictObject({
  enabled: z.boolean().default(true),
  /** Argv prefix instead of the benchmark's own program. */
  executable: z.array(z.string().min(1)).min(1).optional(),
  cancelGrace: duration.optional(),
  /** What the benchmark itself reads; it says what it knows. */
  settings: z.record(z.string(), z.unknown()).default({}),
})

const headerName = z.string().regex(/^[A-Za-z0-9_-]+$/, 'must be the name of an HTTP header')

const otlp = z.strictObject({
  /** The whole address, such as `http://collector:4318/v1/metrics`. */
  url: z.url({ protocol: /^https?$/, error: 'use an http or https URL' }),
  headers: z.record(headerName, z.strictObject(source).refine(hasOneSource, oneSource)).default({}),
  every: duration.refine((ms) => ms >= 100 && ms <= 86_400_000, 'use 100ms to 1d').default(60_000),
})

export const runnerConfig = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/, 'use 1 to 64 of A–Z a–z 0–9 _ . -')
    .default(() =>
      hostname()
        .replace(/[^A-Za-z0-9_.-]/g, '-')
        .slice(0, 64),
    ),
  labels: z.array(label).default([]),
  /** Ids of the teams whose runs it takes; absent: all. */
  teams: z.array(z.string().min(1)).optional(),
  /** Units of weight at once; `none`: no cap. To take nothing, pause the runner. */
  capacity: z.union([z.literal('none'), z.number().positive().max(100_000)]).default(4),
  stateDir: z.string().min(1),
  jobsDir: z.string().min(1),
  blobDir: z.string().min(1),
  benchmarks: z.record(z.string(), benchmark).default({}),
  agents: z.record(z.string(), z.strictObject({ enabled: z.boolean().default(true) })).default({}),
  secrets: z.record(variableName, secret).default({}),
  environment: z
    .strictObject({
      /** Variables of the daemon that children get as well. */
      pass: z.array(variableName).default([]),
      set: z.record(variableName, z.string()).default({}),
    })
    .default({ pass: [], set: {} }),
  /** Where the daemon is root, children run as this user and group. */
  runAs: z.strictObject({ uid: z.int().min(1), gid: z.int().min(1) }).optional(),
  /** TERM → KILL, where benchmark and launch name none. */
  cancelGrace: duration.optional(),
  /** Process logs of ended runs stay this long on disk; 0: for ever. */
  keepRunRecords: duration.default(7 * 86_400_000),
  /** How long `--once` waits for its first run. */
  onceWait: duration.default(60_000),
  minFreeDiskMb: z.number().min(0).default(512),
  minFreeMemoryMb: z.number().min(0).default(256),
  /** Loopback port of the Prometheus endpoint; absent: none. */
  metricsPort: z.int().min(1).max(65_535).optional(),
  /** A collector that the same figures are sent to; absent: none. */
  otlp: otlp.optional(),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
})
export type RunnerConfig = z.infer<typeof runnerConfig>
