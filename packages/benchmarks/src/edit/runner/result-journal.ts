import { type ResultFile, type ResultRun, summarize } from '../result-file.ts'
import { writeResult } from './write-result.ts'

/** Keeps result.json up to date: one write at a time, and whatever came meanwhile goes into the next one. */
export class ResultJournal {
  #path: string
  #result: ResultFile
  #writing: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(path: string, result: ResultFile) {
    this.#path = path
    this.#result = result
  }

  /** Resolves when the run is in the file, in the place of an earlier one of its number. */
  async add(taskId: string, run: ResultRun): Promise<void> {
    const task = this.#result.tasks.find((candidate) => candidate.id === taskId)
    if (task === undefined) throw new RangeError(`the run has no task ${taskId}`)
    const others = task.runs.filter(({ runIndex }) => runIndex !== run.runIndex)
    task.runs = [...others, run].sort((a, b) => a.runIndex - b.runIndex)
    this.#result.summary = summarize(this.#result.tasks, this.#result.summary.plannedRuns)
    await this.write()
  }

  async write(): Promise<void> {
    if (this.#writing === null) {
      this.#writing = writeResult(this.#path, this.#result, 'atomic').finally(() => {
        this.#writing = null
      })
      return this.#writing
    }
    this.#next ??= this.#writing.then(() => {
      this.#next = null
      return this.write()
    })
    return this.#next
  }

  async close(finishedAt: string, interruptedBy: string | null): Promise<ResultFile> {
    await this.#next
    await this.#writing
    this.#result.finishedAt = finishedAt
    this.#result.interruptedBy = interruptedBy
    await writeResult(this.#path, this.#result, 'durable')
    return this.#result
  }
}
