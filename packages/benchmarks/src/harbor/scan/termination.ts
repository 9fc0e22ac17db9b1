import type { Termination } from '@paddock/domain'

/**
 * Exception types of Harbor (0.3 … 0.26, its agents and litellm) that say nothing about the agent's work:
 * the provider, the account, the sandbox or the installation failed.
 */
const infrastructureErrors = new Set([
  'APIConnectionError',
  'APIError',
  'APIResponseValidationError',
  'AgentAuthenticationError',
  'AuthenticationError',
  'BadRequestError',
  'BudgetExceededError',
  'DspyImportError',
  'GKEExecStreamClosedError',
  'GKEPodNotFoundError',
  'HealthcheckError',
  'InternalServerError',
  'MemoryLimitExceededError',
  'MissingExtraError',
  'ModelNotFoundError',
  'NetworkConnectionError',
  'NotFoundError',
  'PermissionDeniedError',
  'RateLimitError',
  'RegradeError',
  'RuntimeRequestError',
  'SSHAccessError',
  'ServiceOperationsUnsupportedError',
  'ServiceUnavailableError',
  'Timeout',
  'UnknownApiError',
  'UnprocessableEntityError',
  'UnsupportedModelParametersError',
  'UnsupportedParamsError',
])

const agentLimitErrors = new Set([
  'ContextLengthExceededError',
  'ContextWindowExceededError',
  'OutputLengthExceededError',
  'OutputTokenExceededError',
])

/** How a trial ended, told from its exception type; a type that nobody has classified is the agent's error. */
export function terminationOf(exceptionType: string): Termination {
  if (exceptionType === 'CancelledError') return 'cancelled'
  // Steps of multi-step trials once recorded the bare error (seen in a job of 2026-06).
  if (exceptionType === 'AgentTimeoutError' || exceptionType === 'TimeoutError') return 'agent_timeout'
  if (/^(Verifier|RewardFile)\w*Error$|^(AddTests|DownloadVerifier)DirError$/.test(exceptionType)) {
    return 'verifier_error'
  }
  if (agentLimitErrors.has(exceptionType)) return 'limit'
  if (/^(Api|Environment|AgentSetup|Sandbox)\w*Error$/.test(exceptionType)) return 'infra_error'
  return infrastructureErrors.has(exceptionType) ? 'infra_error' : 'agent_error'
}
