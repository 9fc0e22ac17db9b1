import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The Markdown of one attempt, appended as it happens, so that a running trial can be followed and a killed one be
 * read. What came from files or tools stands in fences longer than any inside, so no content can pose as a heading.
 */
export class Conversation {
  #path: string
  #tail: Promise<void> = Promise.resolve()

  private constructor(path: string) {
    this.#path = path
  }

  /** Starts the file anew. */
  static async open(path: string, title: string, facts: Record<string, string>): Promise<Conversation> {
    await mkdir(dirname(path), { recursive: true })
    const lines = Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`)
    await writeFile(path, `# ${title}\n\n${lines.join('\n')}\n`)
    return new Conversation(path)
  }

  prompt(text: string): Promise<void> {
    return this.#section('User', plain(text))
  }

  say(text: string): Promise<void> {
    return this.#section('Assistant', plain(text))
  }

  reason(text: string): Promise<void> {
    return this.#section('Reasoning', plain(text))
  }

  callTool(name: string, input: unknown): Promise<void> {
    return this.#section(`Tool call: ${name}`, fenced('json', JSON.stringify(input, null, 2) ?? 'null'))
  }

  toolResult(text: string, failed: boolean): Promise<void> {
    return this.#section(failed ? 'Tool error' : 'Tool result', fenced('text', text))
  }

  note(text: string): Promise<void> {
    return this.#section('Notice', text)
  }

  fail(text: string): Promise<void> {
    return this.#section('Error', fenced('text', text))
  }

  /** How the files look now against how they were found. */
  diff(patch: string): Promise<void> {
    return this.#section('Diff', patch === '' ? 'Nothing was changed.' : fenced('diff', patch))
  }

  verification(text: string): Promise<void> {
    return this.#section('Verification', text)
  }

  /** What would have made it right. */
  missing(patch: string): Promise<void> {
    return this.#section('Notice', `What was still missing:\n\n${fenced('diff', patch)}`)
  }

  /** Resolves when everything so far is in the file. */
  flushed(): Promise<void> {
    return this.#tail
  }

  #section(heading: string, body: string): Promise<void> {
    this.#tail = this.#tail.then(() => appendFile(this.#path, `\n## ${heading}\n\n${body}\n`))
    return this.#tail
  }
}

/** Markdown as it is, unless it has headings like ours. */
function plain(text: string): string {
  return /^##\s/m.test(text) ? fenced('markdown', text) : text.trim()
}

function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((match) => match[0].length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}
