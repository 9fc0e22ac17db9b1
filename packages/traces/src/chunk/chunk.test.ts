import type { Step } from '@paddock/domain'
import { expect, it } from 'vitest'
import { chunkSteps } from '../limits.ts'
import { ChunkWriter } from './chunk-writer.ts'
import { decodeBody, decodeSkeleton } from './decode-chunk.ts'
import { encodeChunk } from './encode-chunk.ts'

function step(index: number, more: Partial<Step> = {}): Step {
  return { index, kind: 'assistant', agentPath: [], text: `step ${index}`, raw: { offset: index, length: 1 }, ...more }
}

it('gives back what it stored, and an index of it in clear', () => {
  const steps = [
    step(7, { usage: { input: 100, cachedInput: 60, output: 5, costUsd: null } }),
    step(8, { kind: 'tool_call', tool: { name: 'bash', callId: 'c', arguments: { command: 'ls' } } }),
    step(9, {
      kind: 'tool_result',
      at: '2026-01-01T00:00:00.000Z',
      agentPath: ['c'],
      tool: { name: 'bash', callId: 'c' },
      result: { callId: 'c', isError: true, content: 'né' },
    }),
  ]
  const chunk = encodeChunk(steps)
  expect(chunk).toMatchObject({
    firstStep: 7,
    steps: 3,
    kinds: { assistant: 1, tool_call: 1, tool_result: 1 },
    tools: ['bash'],
    tokens: 105,
  })
  expect(chunk.rawBytes).toBe(Buffer.byteLength(JSON.stringify(steps)))
  expect(decodeBody(chunk.body)).toEqual(steps)
  expect(decodeSkeleton(chunk.skeleton)[2]).toEqual({
    index: 9,
    kind: 'tool_result',
    tool: 'bash',
    length: 8,
    tokens: 0,
    at: '2026-01-01T00:00:00.000Z',
    isError: true,
    agentDepth: 1,
  })
})

it('refuses steps that do not follow each other', () => {
  expect(() => encodeChunk([])).toThrow('at least one step')
  expect(() => encodeChunk([step(1), step(3)])).toThrow('does not follow')
})

it('cuts chunks at their size, and goes on with the unfinished one after a restart', () => {
  const long = Array.from({ length: 40 }, (_, index) => step(index, { text: 'x'.repeat(50_000) }))
  const first = new ChunkWriter()
  const chunks = first.add(long.slice(0, 25))
  const stored = first.unfinished()
  const second = new ChunkWriter(stored ? decodeBody(stored.body) : [])
  chunks.push(...second.add(long.slice(25)))
  const last = second.unfinished()
  if (last) chunks.push(last)
  expect(chunks.flatMap((chunk) => decodeBody(chunk.body))).toEqual(long)
  expect(chunks.map((chunk) => chunk.steps)).toEqual([11, 11, 11, 7])
})

it('closes a chunk of short steps before its skeleton grows large', () => {
  const writer = new ChunkWriter()
  const chunks = writer.add(Array.from({ length: chunkSteps + 1 }, (_, index) => step(index)))
  expect(chunks.map((chunk) => chunk.steps)).toEqual([chunkSteps])
  expect(writer.unfinished()?.firstStep).toBe(chunkSteps)
})
