import { formatSource } from '../format-source.ts'
import type { Difficulty, EditTask, TaskFile } from '../task.ts'
import { applyHunks, type Candidate, overlap } from './candidate.ts'
import { kinds } from './kinds.ts'
import { randomFrom, shuffled } from './random.ts'
import { readSource } from './source.ts'
import { promptOf } from './write-prompt.ts'

/** Files that belong together, by path. */
export interface SourceProject {
  name: string
  files: Record<string, string>
}

export interface Placed {
  project: SourceProject
  path: string
  candidate: Candidate
}

export const plannedTasks: Record<Difficulty, number> = { easy: 36, medium: 36, hard: 24 }

const siblingsShown = 3
const filesOfHardTask = 6

/**
 * The tasks that `seed` makes of the projects: the same seed and sources give the same tasks.
 * Kinds take turns, and within a kind the files that were used least come first.
 */
export async function generateTasks(projects: readonly SourceProject[], seed: string): Promise<EditTask[]> {
  const random = randomFrom(seed)
  const byKind = shuffledByKind(projects, random)
  const used = new Map<string, number>()
  const taken: Placed[] = []
  const tasks: EditTask[] = []

  const draw = (kind: string, fits: (placed: Placed) => boolean): Placed | undefined => {
    const uses = (placed: Placed) => used.get(`${placed.project.name}/${placed.path}`) ?? 0
    const free = (byKind.get(kind) ?? []).filter((placed) => fits(placed) && !taken.includes(placed))
    const best = free.reduce<Placed | undefined>((a, b) => (a === undefined || uses(b) < uses(a) ? b : a), undefined)
    if (best === undefined) return undefined
    taken.push(best)
    used.set(`${best.project.name}/${best.path}`, uses(best) + 1)
    return best
  }

  const kindNames = [...byKind.keys()].sort()
  const turns = (function* () {
    for (;;) yield* shuffled(kindNames, random)
  })()

  for (const difficulty of ['easy', 'medium', 'hard'] as const) {
    let made = 0
    while (made < plannedTasks[difficulty]) {
      const placed = difficulty === 'hard' ? drawSeveral(draw, turns, made) : drawOne(draw, turns)
      const task = placed && (await makeTask(placed, difficulty, random))
      if (!task) continue
      tasks.push({ ...task, id: uniqueId(task.id, tasks) })
      made += 1
    }
  }
  return tasks.sort((a, b) => (a.id < b.id ? -1 : 1))
}

type Draw = (kind: string, fits: (placed: Placed) => boolean) => Placed | undefined

function drawOne(draw: Draw, turns: Iterator<string>): Placed[] | null {
  const placed = draw(turns.next().value, () => true)
  return placed === undefined ? null : [placed]
}

/** Two or three mutations of one project; by turns all in one file, and each in a file of its own. */
function drawSeveral(draw: Draw, turns: Iterator<string>, turn: number): Placed[] | null {
  const inOneFile = turn % 3 === 0
  const wanted = 2 + (turn % 2)
  const first = draw(turns.next().value, ({ project }) => Object.keys(project.files).length >= wanted)
  if (first === undefined) return null
  const placed = [first]
  for (let tries = 0; placed.length < wanted && tries < 60; tries += 1) {
    const next = draw(turns.next().value, (candidate) => {
      if (candidate.project !== first.project) return false
      if (placed.some((other) => other.candidate.kind === candidate.candidate.kind)) return false
      const sameFile = placed.filter((other) => other.path === candidate.path)
      if (!inOneFile) return sameFile.length === 0
      return candidate.path === first.path && !sameFile.some((other) => overlap(other.candidate, candidate.candidate))
    })
    if (next !== undefined) placed.push(next)
  }
  return placed.length === wanted ? placed : null
}

function shuffledByKind(projects: readonly SourceProject[], random: () => number): Map<string, Placed[]> {
  const all: Placed[] = []
  for (const project of projects) {
    for (const [path, text] of Object.entries(project.files).sort(([a], [b]) => (a < b ? -1 : 1))) {
      const source = readSource(path, text)
      for (const find of kinds) all.push(...find(source).map((candidate) => ({ project, path, candidate })))
    }
  }
  return Map.groupBy(shuffled(all, random), (placed) => placed.candidate.kind)
}

/** Null when the result would not parse, or would differ from the original in layout alone. */
async function makeTask(
  placed: readonly Placed[],
  difficulty: Difficulty,
  random: () => number,
): Promise<EditTask | null> {
  const project = (placed[0] as Placed).project
  const broken = new Map<string, string>()
  for (const path of new Set(placed.map((one) => one.path))) {
    const expected = project.files[path] as string
    const hunks = placed.filter((one) => one.path === path).flatMap((one) => one.candidate.hunks)
    const input = applyHunks(expected, hunks)
    const [before, after] = [await formatSource(path, expected), await formatSource(path, input)]
    if (after === null || before === after) return null
    broken.set(path, input)
  }
  const shown = shownFiles(project, [...broken.keys()], difficulty, random)
  const files = shown.map((path): TaskFile => {
    const text = project.files[path] as string
    const input = broken.get(path)
    return input === undefined ? { path, input: text } : { path, input, expected: text }
  })
  const stem = ((placed[0] as Placed).path.split('/').at(-1) ?? '').replace(/\.ts$/, '')
  const usedKinds = placed.map((one) => one.candidate.kind)
  return {
    id: difficulty === 'hard' ? `combo-${project.name}` : `${usedKinds[0]}-${stem}`,
    title: `${usedKinds.join(' + ')} in ${[...broken.keys()].join(', ')}`,
    prompt: promptOf(placed, difficulty),
    difficulty,
    kinds: usedKinds,
    files,
  }
}

function shownFiles(
  project: SourceProject,
  broken: readonly string[],
  difficulty: Difficulty,
  random: () => number,
): string[] {
  const others = shuffled(
    Object.keys(project.files).filter((path) => !broken.includes(path)),
    random,
  )
  const more = { easy: 0, medium: siblingsShown - 1, hard: Math.max(0, filesOfHardTask - broken.length) }[difficulty]
  return [...broken, ...others.slice(0, more)].sort()
}

function uniqueId(id: string, tasks: readonly EditTask[]): string {
  let number = 1
  while (tasks.some((task) => task.id === `${id}-${number}`)) number += 1
  return `${id}-${number}`
}
