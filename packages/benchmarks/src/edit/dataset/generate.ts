// Writes the bundled dataset from the stored sources: node packages/benchmarks/src/edit/dataset/generate.ts
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateTasks } from '../mutator/generate-tasks.ts'
import { readSourceProjects } from '../mutator/read-source-projects.ts'
import { datasetSeed, serializeTask } from '../mutator/serialize-task.ts'

const folder = import.meta.dirname
const target = join(folder, 'typescript-edit')
const tasks = await generateTasks(readSourceProjects(join(folder, 'sources')), datasetSeed)

mkdirSync(target, { recursive: true })
for (const name of readdirSync(target)) if (name.endsWith('.json')) rmSync(join(target, name))
for (const task of tasks) writeFileSync(join(target, `${task.id}.json`), serializeTask(task))
writeFileSync(
  join(folder, 'typescript-edit-ids.ts'),
  `/** Made by generate.ts. */\nexport const typescriptEditIds = [\n${tasks.map((task) => `  '${task.id}',\n`).join('')}]\n`,
)
console.log(`${tasks.length} tasks`)
