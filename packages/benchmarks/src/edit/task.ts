/** A file of a task. */
export interface TaskFile {
  /** Relative, with forward slashes. */
  path: string
  /** What the agent finds. */
  input: string
  /** What it must become; absent where it must stay as it is. */
  expected?: string
}

export type Difficulty = 'easy' | 'medium' | 'hard'

/** Undo what a mutation did to a small tree of TypeScript files. */
export interface EditTask {
  id: string
  title: string
  /** What the agent is told. */
  prompt: string
  difficulty: Difficulty
  /** Kinds of the mutations that were made. */
  kinds: string[]
  files: TaskFile[]
}

export function expectedText(file: TaskFile): string {
  return file.expected ?? file.input
}
