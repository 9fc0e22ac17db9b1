import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Step, StepSkeleton } from '@paddock/domain'

const unpack = promisify(gunzip)

/** A stored chunk is the gzip of a JSON array (written by `encodeChunk` of packages/traces). */
export async function readSkeletonChunk(bytes: Uint8Array): Promise<StepSkeleton[]> {
  return JSON.parse((await unpack(bytes)).toString('utf8')) as StepSkeleton[]
}

export async function readBodyChunk(bytes: Uint8Array): Promise<Step[]> {
  return JSON.parse((await unpack(bytes)).toString('utf8')) as Step[]
}
