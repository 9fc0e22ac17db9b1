/** Why a run did not succeed, for programs; the message beside it is for people and names the fix. */
export const runErrorCodes = [
  'EXECUTABLE_NOT_FOUND',
  'AUTH_REQUIRED',
  'PROVIDER_LIMIT',
  'PROCESS_FAILED',
  'TIMEOUT',
  'IDLE_TIMEOUT',
  'CANCELLED',
  'BUDGET',
  'INVALID_OUTPUT',
  'SESSION_RESUME_FAILED',
  'RESUME_FAILED',
  'WORKSPACE_BUSY',
  'AGENT_DISABLED',
  'INVALID_CWD',
  'DIRECTORY_TAKEN',
  'SPAWN_FAILED',
  'RUNNER_STOPPED',
  'NEVER_STARTED',
  'CONTACT_LOST',
  'GIVEN_UP',
  'INFRA_BUDGET',
  'SUPERSEDED',
  'EXIT_UNKNOWN',
] as const
export type RunErrorCode = (typeof runErrorCodes)[number]

/** What a person reads of an error: at most 4,000 characters, redacted before it comes here. */
export const maxErrorMessageChars = 4_000
