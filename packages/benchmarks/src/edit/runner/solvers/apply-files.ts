import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import type { Solved, SolveRequest } from '../solver.ts'

/** What a scripted agent that is done reports: it costs nothing. */
export function scriptedResult(edits: number): Solved {
  return {
    ending: 'done',
    message: null,
    tokens: { input: 0, output: 0, cache: 0 },
    costUsd: 0,
    toolCalls: edits,
    edits: { attempted: edits, applied: edits },
  }
}

/** Writes new texts over the task's files, and tells it as an agent's edits. */
export async function applyFiles(request: SolveRequest, texts: ReadonlyMap<string, string>): Promise<Solved> {
  for (const [path, text] of texts) {
    const before = request.task.files.find((file) => file.path === path)?.input ?? ''
    await request.conversation.callTool('edit', { path, patch: patchOf(path, before, text) })
    await writeFile(join(request.directory, path), text)
    await request.conversation.toolResult(`${path} was written.`, false)
  }
  return scriptedResult(texts.size)
}

export function patchOf(path: string, before: string, after: string): string {
  return createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 2 })
    .split('\n')
    .slice(1)
    .join('\n')
}
