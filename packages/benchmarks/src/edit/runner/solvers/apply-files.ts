import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTwoFilesPatch, structuredPatch } from 'diff'
import type { Solved, SolveRequest } from '../solver.ts'

/** What a scripted agent that is done reports: it costs nothing. */
export function scriptedResult(edits: number): Solved {
  return {
    ending: 'done',
    matched: false,
    message: null,
    tokens: { input: 0, output: 0, cache: 0 },
    costUsd: 0,
    toolCalls: edits,
    edits: { attempted: edits, applied: edits },
  }
}

/** Writes new texts over the task's files, and tells it as an agent's edits, one a hunk. */
export async function applyFiles(request: SolveRequest, texts: ReadonlyMap<string, string>): Promise<Solved> {
  let edits = 0
  for (const [path, text] of texts) {
    const before = request.task.files.find((file) => file.path === path)?.input ?? ''
    const { hunks } = structuredPatch(path, path, before, text, undefined, undefined, { context: 1 })
    for (const { lines } of hunks) {
      const side = (mark: '-' | '+') =>
        lines.flatMap((line) => (line.startsWith(mark) || line.startsWith(' ') ? [line.slice(1)] : [])).join('\n')
      await request.conversation.callTool('Edit', { file_path: path, old_string: side('-'), new_string: side('+') })
      await request.conversation.toolResult(`${path} was edited.`, false)
      edits += 1
    }
    await writeFile(join(request.directory, path), text)
  }
  return scriptedResult(edits)
}

/** A unified diff without a head of its own; empty for equal texts. */
export function patchOf(path: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, { context: 2 })
  return before === after ? '' : patch.slice(Math.max(0, patch.indexOf('--- '))).trimEnd()
}
