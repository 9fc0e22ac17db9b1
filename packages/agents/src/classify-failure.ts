import { maxErrorMessageChars, type RunErrorCode } from '@paddock/domain'
import type { AgentExit, AgentFailure } from './port.ts'

/** What an agent's own report says of its failure. */
export interface ReportedError {
  message: string
  httpStatus: number | null
  /** Where the report names it itself. */
  code?: RunErrorCode
}

const limitWords = /rate.?limit|usage limit|quota|too many requests|overloaded|\b429\b|credit balance/i
const authWords =
  /not logged in|\/login|unauthorized|authenticat|invalid (api )?key|missing environment variable|\b40[13]\b|api key/i
const serverWords =
  /high demand|internal (server )?error|overloaded|ECONN|connection (error|refused|reset)|stream disconnected/i
const sessionWords = /no conversation found|no rollout found|session .*not found|thread\/resume failed/i

/**
 * The verdict on a run, in this order: cancelled, timed out, what the agent reports (limit, then authorisation, else
 * process), exit status, nothing said. Words are searched in errors of failed runs alone: an agent that writes about
 * rate limits is not limited. Null: it succeeded.
 */
export function classifyFailure(
  agent: string,
  exit: AgentExit,
  reported: ReportedError | null,
  finished: boolean,
): AgentFailure | null {
  if (exit.endedBy === 'cancel') return failure('CANCELLED', `${agent} was cancelled.`)
  if (exit.endedBy === 'timeout') return failure('TIMEOUT', `${agent} did not finish in time: allow more, or ask less.`)
  if (reported !== null) return ofReport(agent, reported)
  if (exit.exitCode !== 0) return ofExit(agent, exit)
  if (!finished) {
    return failure('INVALID_OUTPUT', `${agent} ended without a result: run it by hand to see why. ${tail(exit.stderr)}`)
  }
  return null
}

function ofExit(agent: string, exit: AgentExit): AgentFailure {
  const how = exit.exitSignal === null ? `status ${exit.exitCode}` : `signal ${exit.exitSignal}`
  const said = tail(exit.stderr)
  if (exit.exitCode === 127) return failure('EXECUTABLE_NOT_FOUND', `${agent} is not installed on this runner.`)
  return said === ''
    ? failure('PROCESS_FAILED', `${agent} ended with ${how} and said nothing.`)
    : ofReport(agent, { message: `${agent} ended with ${how}: ${said}`, httpStatus: null })
}

function ofReport(
  agent: string,
  { message, httpStatus, code = codeOf(message, httpStatus) }: ReportedError,
): AgentFailure {
  const isServer = (httpStatus !== null && httpStatus >= 500) || (httpStatus === null && serverWords.test(message))
  return failure(code, `${message.trim()}${fixes[code]?.(agent) ?? ''}`, code === 'PROVIDER_LIMIT' || isServer)
}

function codeOf(message: string, httpStatus: number | null): RunErrorCode {
  if (httpStatus === 429 || httpStatus === 529) return 'PROVIDER_LIMIT'
  if (httpStatus === 401 || httpStatus === 403) return 'AUTH_REQUIRED'
  if (sessionWords.test(message)) return 'SESSION_RESUME_FAILED'
  if (limitWords.test(message)) return 'PROVIDER_LIMIT'
  if (authWords.test(message)) return 'AUTH_REQUIRED'
  return 'PROCESS_FAILED'
}

const fixes: Partial<Record<RunErrorCode, (agent: string) => string>> = {
  AUTH_REQUIRED: (agent) => ` (log ${agent} in on the runner, or give it a key)`,
  PROVIDER_LIMIT: () => ' (wait for the limit to pass, or use another model or account)',
  SESSION_RESUME_FAILED: () => ' (start a fresh session)',
}

function failure(code: RunErrorCode, message: string, isTransient = false): AgentFailure {
  return { code, message: message.trim().slice(0, maxErrorMessageChars), isTransient }
}

/** The last lines of what a process said. */
function tail(stderr: string): string {
  return stderr.trim().split('\n').slice(-5).join('\n').slice(-2_000)
}
