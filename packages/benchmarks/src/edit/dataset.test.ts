import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { typescriptEditIds } from './dataset/typescript-edit-ids.ts'
import { formatSource } from './format-source.ts'
import { generateTasks } from './mutator/generate-tasks.ts'
import { readSourceProjects } from './mutator/read-source-projects.ts'
import { datasetSeed, serializeTask } from './mutator/serialize-task.ts'
import { readDataset } from './runner/read-dataset.ts'

const folder = join(import.meta.dirname, 'dataset')
const tasks = await readDataset('typescript-edit')

test('there are at least 80 tasks, of at least ten kinds and three difficulties', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(80)
  expect(new Set(tasks.flatMap((task) => task.kinds)).size).toBeGreaterThanOrEqual(10)
  expect(new Set(tasks.map((task) => task.difficulty)).size).toBe(3)
  expect(tasks.filter((task) => task.files.filter((file) => file.expected).length > 1).length).toBeGreaterThan(5)
  expect(tasks.map((task) => task.id)).toEqual(typescriptEditIds)
})

test('the stored tasks are what the generator makes of the stored sources', async () => {
  const generated = await generateTasks(readSourceProjects(join(folder, 'sources')), datasetSeed)
  expect(generated.map((task) => task.id)).toEqual(typescriptEditIds)
  for (const task of generated) {
    expect(readFileSync(join(folder, 'typescript-edit', `${task.id}.json`), 'utf8')).toBe(serializeTask(task))
  }
})

test('another seed makes other tasks', async () => {
  const generated = await generateTasks(readSourceProjects(join(folder, 'sources')), 'another seed')
  expect(generated.map((task) => task.id)).not.toEqual(typescriptEditIds)
})

describe.each(tasks)('$id', (task) => {
  test('is broken TypeScript whose repair is more than layout', async () => {
    const broken = task.files.filter((file) => file.expected !== undefined)
    expect(broken.length).toBeGreaterThan(0)
    for (const file of broken) {
      const [input, expected] = [
        await formatSource(file.path, file.input),
        await formatSource(file.path, file.expected ?? ''),
      ]
      expect(input).not.toBeNull()
      expect(expected).not.toBeNull()
      expect(input).not.toBe(expected)
    }
  })

  test('says where to look', () => {
    for (const file of task.files.filter(({ expected }) => expected !== undefined)) {
      expect(task.prompt).toContain(file.path)
    }
  })
})
