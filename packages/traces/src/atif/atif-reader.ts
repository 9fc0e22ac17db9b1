import type { Step } from '@paddock/domain'
import { noticeLine, unknownLine } from '../reader/json-lines.ts'
import { numberStep } from '../reader/number-step.ts'
import type { ReaderState, StepDraft, TraceReader } from '../reader/reader.ts'
import { isObject, parseJson } from '../source/parse-json.ts'
import { type SourceValue, ValueBuffer } from '../source/source-value.ts'
import { type AtifMemory, beginAtif, beginTrajectory } from './memory.ts'
import { readMember } from './read-member.ts'
import { readStep } from './read-step.ts'
import { DocumentScanner, type Path, type ScanState } from './scan-document.ts'

/** Sub-agents of sub-agents … deeper than this are shown as raw JSON. */
const maxEmbedding = 20

interface AtifState {
  scan: ScanState
  atif: AtifMemory
}

/**
 * Harbor's Agent Trajectory Interchange Format 1.0 to 1.7: one JSON document. Its steps come out as they are
 * completed, so a document that is half written is no error: the rest is waited for until `end` says that none comes.
 */
export function openAtifReader(from?: ReaderState): TraceReader {
  const resumed = from ? structuredClone(from.memory as AtifState) : null
  const memory = resumed?.atif ?? beginAtif()
  let nextIndex = from?.nextIndex ?? 0
  let lines = from?.lines ?? 0
  let folded = from?.folded ?? 0
  let out: Step[] = []
  /** What follows the place where the text stopped being such a document. */
  let strange: ValueBuffer | null = null

  const emit = (drafts: StepDraft[], raw: Step['raw']): void => {
    for (const draft of drafts) {
      out.push(numberStep(draft, nextIndex, raw))
      nextIndex += 1
    }
  }

  const scanner = new DocumentScanner(
    {
      enters: (path) => roleOf(path) !== 'value',
      onOpen: (path) => {
        if (roleOf(path) === 'trajectory') beginTrajectory(memory)
      },
      onClose: (path) => {
        if (roleOf(path) === 'trajectory') memory.trajectories.pop()
      },
      onValue: (path, value) => {
        const drafts = readValue(path, value, memory)
        lines += 1
        if (drafts.length === 0) folded += 1
        emit(drafts, { offset: value.offset, length: value.length })
      },
    },
    resumed?.scan,
  )

  const take = (): Step[] => {
    const steps = out
    out = []
    return steps
  }

  return {
    push(bytes) {
      const read = strange ? 0 : scanner.push(bytes)
      if (scanner.isBroken) {
        strange ??= new ValueBuffer(scanner.state().offset)
        strange.append(bytes.subarray(read))
      }
      return take()
    },
    end() {
      const rest = strange?.take() ?? scanner.rest()
      if (strange && rest) {
        emit([{ kind: 'notice', text: `From byte ${rest.offset} on this is no trajectory.` }], placeOf(rest))
        emit([unknownLine(rest)], placeOf(rest))
      } else if (scanner.isUnfinished) {
        const place = rest ? placeOf(rest) : { offset: scanner.state().offset, length: 0 }
        emit([{ kind: 'notice', text: 'The file stops before the trajectory is complete.' }], place)
        if (rest) emit([noticeLine(rest)], place)
      }
      return take()
    },
    state: () => {
      const scan = scanner.state()
      return {
        version: 1,
        format: 'atif',
        offset: scan.offset,
        nextIndex,
        lines,
        folded,
        memory: structuredClone({ scan, atif: memory } satisfies AtifState),
      }
    },
  }
}

function placeOf(value: SourceValue): Step['raw'] {
  return { offset: value.offset, length: value.length }
}

/** What stands at a path: embedded trajectories have the same members as the outer one. */
function roleOf(path: Path): 'trajectory' | 'steps' | 'embedded' | 'value' {
  const inner = path.length / 2
  const isEmbedded = (at: number): boolean => path[at] === 'subagent_trajectories' && typeof path[at + 1] === 'number'
  let at = 0
  while (at + 1 < path.length && isEmbedded(at)) at += 2
  if (inner > maxEmbedding) return 'value'
  if (at === path.length) return 'trajectory'
  if (at + 1 < path.length) return 'value'
  if (path[at] === 'steps') return 'steps'
  return path[at] === 'subagent_trajectories' ? 'embedded' : 'value'
}

function readValue(path: Path, value: SourceValue, memory: AtifMemory): StepDraft[] {
  const key = path.at(-1)
  const trajectory = memory.trajectories.at(-1)
  if (!value.parsable) return [unknownLine(value)]
  const parsed = parseJson(value.bytes.toString('utf8'))
  if (!parsed) return [noticeLine(value)]
  if (!trajectory) return [unknownLine(value)]
  if (typeof key === 'string') return readMember(key, parsed.value, value, trajectory, memory)
  return isObject(parsed.value) && path.at(-2) === 'steps'
    ? readStep(parsed.value, value, trajectory, memory)
    : [unknownLine(value)]
}
