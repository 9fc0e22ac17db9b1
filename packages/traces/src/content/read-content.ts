import type { StepMedia } from '@paddock/domain'
import { formatLocator } from '../source/locator.ts'
import { arrayOf, isObject, type JsonObject, objectOf, stringOf } from '../source/parse-json.ts'
import type { SourceValue } from '../source/source-value.ts'
import { type Content, markRests, takeBase64, takeText } from './take-text.ts'

/** The content of a message or a result, in any of the shapes that agents write: a string, parts, or an object. */
export function readContent(content: unknown, source: SourceValue): Content {
  if (content === undefined || content === null) return { text: '', media: [] }
  if (typeof content === 'string') return takeText(content, source)
  if (!Array.isArray(content)) return readPart(content, source)
  const parts = content.map((part) => readPart(part, source))
  return {
    text: parts
      .map((part) => part.text)
      .filter((text) => text !== '')
      .join('\n'),
    media: parts.flatMap((part) => part.media),
  }
}

/** A value as JSON for people, shortened where the source was. */
export function readAsJson(value: unknown, source: SourceValue): Content {
  return markRests(JSON.stringify(value, null, 2) ?? '', source)
}

/** Arguments of a call as they are, with a note where something was left out of them. */
export function readArguments(value: unknown, source: SourceValue, media: StepMedia[]): unknown {
  if (source.cuts.length === 0) return value
  if (typeof value === 'string') {
    const content = takeText(value, source)
    media.push(...content.media)
    return content.text === '' ? content.media.map(describe).join(', ') : content.text
  }
  if (Array.isArray(value)) return value.map((child) => readArguments(child, source, media))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, readArguments(child, source, media)]))
}

function describe(medium: StepMedia): string {
  return `(${medium.mediaType}, ${medium.bytes} bytes)`
}

function readPart(part: unknown, source: SourceValue): Content {
  if (typeof part === 'string') return takeText(part, source)
  if (!isObject(part)) return { text: part === null ? '' : JSON.stringify(part), media: [] }
  const text = stringOf(part.text)
  if (text !== undefined) return takeText(text, source)
  const medium = mediumOf(part, source)
  return medium ? { text: '', media: [medium] } : readAsJson(part, source)
}

function mediumOf(part: JsonObject, source: SourceValue): StepMedia | null {
  const origin = objectOf(part.source)
  const mediaType = [origin.media_type, part.mimeType, part.mediaType, part.media_type].find(
    (type) => typeof type === 'string',
  )
  const data = stringOf(origin.data) ?? stringOf(part.data)
  if (data !== undefined) {
    return data.startsWith('data:') ? (takeText(data, source).media[0] ?? null) : takeBase64(data, mediaType, source)
  }
  const address =
    stringOf(origin.path) ??
    stringOf(origin.url) ??
    stringOf(part.image_url) ??
    stringOf(objectOf(part.image_url).url) ??
    stringOf(part.url)
  if (address === undefined) return null
  if (address.startsWith('data:')) return takeText(address, source).media[0] ?? null
  return { mediaType: mediaType ?? 'application/octet-stream', bytes: 0, locator: locatorOf(address) }
}

/** A file beside the trace, or an address. */
export function locatorOf(address: string): string {
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(address)
  return formatLocator(isUrl ? { from: 'url', url: address } : { from: 'path', path: address })
}

/** The objects of a list; anything else in it is left out. */
export function partsOf(content: unknown): JsonObject[] {
  return arrayOf(content).filter(isObject)
}
