import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import type { EditTask } from '../task.ts'
import { UsageError } from './usage-error.ts'

const relativePath = z
  .string()
  .refine((path) => !isAbsolute(path) && !path.includes('\\') && !path.includes('\0'), 'must be a relative path')
  .refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part)), 'must stay inside of the task')

const editTask = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/),
  title: z.string(),
  prompt: z.string().min(1),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  kinds: z.array(z.string()),
  files: z.array(z.object({ path: relativePath, input: z.string(), expected: z.string().optional() })).min(1),
})

export interface LoadedTask extends EditTask {
  /** SHA-256 of its file. */
  digest: string
}

const bundled = join(import.meta.dirname, '..', 'dataset')

/**
 * The tasks of a dataset by id: one bundled with the runner, or a directory of task files.
 * @throws UsageError naming the file that is not a task
 */
export async function readDataset(dataset: string): Promise<LoadedTask[]> {
  const directory = /^[a-z0-9-]+$/.test(dataset) ? join(bundled, dataset) : dataset
  const names = await readdir(directory).catch((cause: unknown) => {
    throw new UsageError(`there is no dataset "${dataset}": neither bundled nor a directory`, { cause })
  })
  const files = names.filter((name) => name.endsWith('.json')).sort()
  if (files.length === 0) throw new UsageError(`the dataset "${dataset}" has no tasks`)
  const tasks = await Promise.all(files.map((name) => readTask(join(directory, name))))
  return tasks.sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function readTask(path: string): Promise<LoadedTask> {
  const bytes = await readFile(path)
  try {
    const task = editTask.parse(JSON.parse(bytes.toString('utf8')))
    return {
      ...task,
      files: task.files as LoadedTask['files'],
      digest: createHash('sha256').update(bytes).digest('hex'),
    }
  } catch (cause) {
    throw new UsageError(`${path} is not a task: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
