import { isDecided, maxErrorMessageChars, type ScannedTrial, trialStatus } from '@paddock/domain'
import { storableJson, storableText } from '../storable.ts'

/** Names stand in B-tree entries, which hold some 2,700 bytes. */
const maxNameChars = 512

/** A scanned trial as its row takes it: no NUL, no NaN, no negative count; what makes no sense is unknown, not 0. */
export function storableTrial(scanned: ScannedTrial) {
  const startedAt = storableTime(scanned.startedAt)
  const finishedAt = storableTime(scanned.finishedAt)
  const durationMs = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null
  return {
    name: storableText(scanned.name).slice(0, maxNameChars),
    task: storableText(scanned.task).slice(0, maxNameChars),
    task_digest: textOrNull(scanned.taskDigest),
    attempt: scanned.attempt === null ? 0 : (countOrNull(scanned.attempt, 2 ** 31 - 1) ?? 0),
    agent: textOrNull(scanned.agent),
    model: textOrNull(scanned.model),
    status: trialStatus(scanned),
    verdict: scanned.verdict,
    termination: scanned.termination,
    decided: isDecided(scanned),
    reward: finiteOrNull(scanned.reward),
    rewards: finiteOnly(scanned.rewards),
    cost_usd: scanned.costUsd !== null && scanned.costUsd >= 0 ? finiteOrNull(scanned.costUsd) : null,
    cost_source: scanned.costSource,
    input_tokens: countOrNull(scanned.tokens?.input ?? null),
    cached_input_tokens: countOrNull(scanned.tokens?.cachedInput ?? null),
    output_tokens: countOrNull(scanned.tokens?.output ?? null),
    started_at: startedAt,
    finished_at: finishedAt,
    duration_ms: durationMs !== null && durationMs >= 0 ? durationMs : null,
    phases: storableJson(scanned.phases),
    error_type: textOrNull(scanned.errorType),
    error_message: textOrNull(scanned.errorMessage)?.slice(0, maxErrorMessageChars) ?? null,
    directory: textOrNull(scanned.directory),
    raw: storableJson(scanned.raw),
  }
}

function textOrNull(text: string | null): string | null {
  return text === null ? null : storableText(text)
}

function finiteOrNull(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}

function finiteOnly(rewards: Record<string, number>): Record<string, number> {
  const entries = Object.entries(rewards).filter(([, value]) => Number.isFinite(value))
  return Object.fromEntries(entries.map(([key, value]) => [storableText(key), value]))
}

function countOrNull(value: number | null, largest = Number.MAX_SAFE_INTEGER): number | null {
  if (value === null || !Number.isFinite(value) || value < 0 || value > largest) return null
  return Math.round(value)
}

/** Years that both sides write in four digits; anything else is no time of a run. */
function storableTime(text: string | null): string | null {
  if (text === null) return null
  const ms = Date.parse(text)
  if (Number.isNaN(ms) || ms < 0 || ms >= Date.UTC(10_000, 0)) return null
  return new Date(ms).toISOString()
}
