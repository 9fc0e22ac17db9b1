import { maxJsonDepth } from '../limits.ts'

export type JsonObject = Record<string, unknown>

/** A parsed value; absent when the text is not JSON, or nested deeper than anything that is meant to be read. */
export function parseJson(text: string): { value: unknown } | null {
  const parsed = tryParse(text) ?? tryParse(withoutBareNumbers(text))
  return parsed && !isDeeper(parsed.value, maxJsonDepth) ? parsed : null
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Any value as text. Not `String`, which throws on an object whose `toString` came out of a log. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function arrayOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function tryParse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Python's json module writes NaN and Infinity, which JSON has no word for; outside strings they become null. */
function withoutBareNumbers(text: string): string {
  if (!/NaN|Infinity/.test(text)) return text
  let out = ''
  let from = 0
  while (from < text.length) {
    const open = text.indexOf('"', from)
    const plain = text.slice(from, open < 0 ? text.length : open)
    out += plain.replace(/-?\bInfinity\b|\bNaN\b/g, 'null')
    if (open < 0) break
    const close = endOfString(text, open)
    out += text.slice(open, close)
    from = close
  }
  return out
}

function endOfString(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1
    else if (text[i] === '"') return i + 1
  }
  return text.length
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0) return true
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (isDeeper(child, depth - 1)) return true
  }
  return false
}
