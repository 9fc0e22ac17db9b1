import type { Step } from '@paddock/domain'
import { expect, it } from 'vitest'
import { readWhole } from '../fixtures/read-log.ts'
import { sniffFormat } from '../sniff/sniff-format.ts'

function read(text: string): Step[] {
  const log = Buffer.from(text)
  expect(sniffFormat(log)).toBe('markdown-conversation')
  return readWhole('markdown-conversation', log)
}

it('reads a conversation of the edit benchmark', () => {
  const steps = read(`# task-1, attempt 1

- Agent: oracle

## User

Repair \`a.ts\`.

## Assistant

I know.

## Tool call: edit

\`\`\`json
{ "path": "a.ts" }
\`\`\`

## Tool error

\`\`\`text
no such file
\`\`\`

## Diff

\`\`\`diff
-a
+b
\`\`\`

## Verification

**pass**: every file is as it must be.
`)
  expect(steps).toMatchObject([
    { kind: 'system', text: '# task-1, attempt 1\n\n- Agent: oracle' },
    { kind: 'user', text: 'Repair `a.ts`.' },
    { kind: 'assistant', text: 'I know.' },
    { kind: 'tool_call', tool: { name: 'edit', arguments: { path: 'a.ts' } } },
    { kind: 'tool_result', tool: { name: 'edit' }, result: { isError: true, content: 'no such file' } },
    { kind: 'notice', text: 'Diff\n\n```diff\n-a\n+b\n```' },
    { kind: 'notice', text: 'Verification\n\n**pass**: every file is as it must be.' },
  ])
})

it('takes no heading inside a fence or a text for a section', () => {
  const steps = read(`## Tool result: cat

\`\`\`\`text
## User

\`\`\`
## Assistant
\`\`\`\`

## Assistant

The section
## User
and

## User guide

stay text.
`)
  expect(steps.map((step) => step.kind)).toEqual(['tool_result', 'assistant'])
  expect(steps[0]?.result?.content).toBe('## User\n\n```\n## Assistant')
  expect(steps[1]?.text).toContain('## User guide')
})
