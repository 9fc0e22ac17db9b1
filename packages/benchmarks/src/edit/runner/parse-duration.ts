import { InvalidArgumentError } from 'commander'

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

/** `120s`, `2m`, `500ms`; a plain number is milliseconds. */
export function parseDuration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text)
  if (!match) throw new InvalidArgumentError('use a duration such as 120s, 2m or 500ms')
  return Math.round(Number(match[1]) * units[(match[2] ?? 'ms') as keyof typeof units])
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('use a whole number of at least 1')
  return Number(text)
}

export function parseList(text: string): string[] {
  return text.split(',').filter((part) => part !== '')
}
