import { gunzipSync } from 'node:zlib'
import type { Step, StepSkeleton } from '@paddock/domain'

/** Throws when the bytes are not what `encodeChunk` wrote. */
export function decodeSkeleton(skeleton: Uint8Array): StepSkeleton[] {
  return JSON.parse(gunzipSync(skeleton).toString('utf8')) as StepSkeleton[]
}

/** Throws when the bytes are not what `encodeChunk` wrote. */
export function decodeBody(body: Uint8Array): Step[] {
  return JSON.parse(gunzipSync(body).toString('utf8')) as Step[]
}
