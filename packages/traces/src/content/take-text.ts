import type { StepMedia } from '@paddock/domain'
import { formatLocator } from '../source/locator.ts'
import { markerClose, markerOpen } from '../source/shorten-json.ts'
import { type SourceValue, sourceOffset } from '../source/source-value.ts'
import { mediaTypeOf } from './media-type.ts'

export interface Content {
  text: string
  media: StepMedia[]
}

const marker = new RegExp(`${markerOpen}(\\d+)${markerClose}`)
const everyMarker = new RegExp(marker.source, 'g')
const dataUrl = /^data:([^;,]{1,100})?(?:;[^,]{0,100})?;base64,/
const base64Text = /^[A-Za-z0-9+/_-]+={0,2}$/

/** What a string of a parsed value says: its text, and a placeholder for each medium or rest that was left out. */
export function takeText(text: string, source: SourceValue): Content {
  const url = dataUrl.exec(text.slice(0, 300))
  if (url) {
    return { text: '', media: [takeBase64(text, url[1], source, url[0].length)] }
  }
  const cut = cutOf(text, source)
  if (!cut) return { text, media: [] }
  const kept = text.slice(0, cut.index)
  // A string that is nothing but base64 for a quarter of a megabyte is no text.
  if (cut.index + cut[0].length === text.length && base64Text.test(kept)) {
    return { text: '', media: [takeBase64(text, undefined, source)] }
  }
  return markRests(text, source)
}

/**
 * The placeholder of a base64 string: where its characters stand, and the bytes that they decode to (of a string that
 * was shortened up to two bytes too many, because its padding was not looked at). `prefix` characters come before it.
 */
export function takeBase64(
  text: string,
  mediaType: string | undefined,
  source: SourceValue,
  prefix: number = 0,
): StepMedia {
  const data = text.slice(prefix)
  const range = rangeOf(data, source, prefix)
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0
  const bytes = Math.max(0, Math.floor((range.length * 3) / 4) - padding)
  return {
    mediaType: mediaType ?? mediaTypeOf(data),
    bytes,
    locator: formatLocator({ from: 'bytes', encoding: 'base64', ...range }),
  }
}

/** Says where something was left out of a text that holds markers, at any depth of JSON. */
export function markRests(text: string, source: SourceValue): Content {
  const media: StepMedia[] = []
  const marked = text.replace(everyMarker, (found, number: string) => {
    const cut = source.cuts[Number(number)]
    if (!cut) return found
    const encoding = 'json'
    const locator = formatLocator({ from: 'bytes', offset: cut.offset, length: cut.length, encoding })
    media.push({ mediaType: 'text/plain', bytes: cut.length, locator })
    return `… (cut here; ${cut.length} bytes in all)`
  })
  return { text: marked, media }
}

function cutOf(text: string, source: SourceValue): RegExpExecArray | null {
  return source.cuts.length > 0 ? marker.exec(text) : null
}

function rangeOf(data: string, source: SourceValue, prefix: number): { offset: number; length: number } {
  const found = cutOf(data, source)
  const cut = found && source.cuts[Number(found[1])]
  if (cut) return { offset: cut.offset + prefix, length: cut.length - prefix }
  const position = data === '' ? -1 : source.bytes.indexOf(data, 0, 'latin1')
  // Escaped slashes: the characters are not there as such, so the placeholder leads to the whole value.
  if (position < 0) return { offset: source.offset, length: source.length }
  return { offset: sourceOffset(source, position), length: data.length }
}
