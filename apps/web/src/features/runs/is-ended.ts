import { isTerminal, type RunStatus } from '@paddock/domain'

export function isEnded(run: { status: RunStatus }): boolean {
  return isTerminal(run.status)
}
