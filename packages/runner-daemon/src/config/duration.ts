import { z } from 'zod'

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `500ms`, `10s`, `5m`, `2h`, `7d` → milliseconds. */
export const duration = z
  .string()
  .regex(/^\d+(\.\d+)?(ms|s|m|h|d)$/, 'use a number with ms, s, m, h or d, such as 30s')
  .transform((text) => {
    const [, amount, unit] = /^([\d.]+)(ms|s|m|h|d)$/.exec(text) as unknown as [string, string, keyof typeof unitMs]
    return Math.round(Number(amount) * unitMs[unit])
  })
