export { type ArmOverrides, type ArmTemplate, chooseTemplate, inheritLaunch } from './experiment/inherit-launch.ts'
export { type IdKind, newId } from './ids.ts'
export {
  type ArmRole,
  armRoles,
  idempotencyKey,
  type LaunchRequest,
  launchRequest,
} from './launch/launch-request.ts'
export { type LaunchFacts, type LaunchPlan, planLaunch, toHundredths } from './launch/plan-launch.ts'
export { armRunName, defaultRunName, slugOf } from './launch/run-name.ts'
export { armName, experimentId, segmentName } from './names.ts'
export { maxErrorMessageChars, type RunErrorCode, runErrorCodes } from './run/error-code.ts'
export { type QueueLimits, queueLimits } from './run/limits.ts'
export { hostLabel, type RunResume } from './run/resume.ts'
export {
  canMove,
  type Dispatch,
  dispatches,
  heldRunStatuses,
  isResumable,
  isTerminal,
  liveRunStatuses,
  type OnLost,
  onLostPolicies,
  type RunStatus,
  runStatuses,
  sourcesOf,
  type TerminalRunStatus,
  terminalRunStatuses,
} from './run/status.ts'
export { type ArmFacts, type ArmFigures, armFigures, type TrialFact, taskKey } from './statistics/arm-figures.ts'
export { type ArmComparison, type ArmsCompared, compareArms, UnknownArm } from './statistics/compare-arms.ts'
export { type Interval, pairedDelta, passAtK, passHatK, passRate, type Rate, wilson } from './statistics/rates.ts'
export { lowerRole, roleReaches, type TeamRole, teamRoles } from './team/role.ts'
export {
  type Step,
  type StepKind,
  type StepMedia,
  type StepSkeleton,
  type StepUsage,
  stepKinds,
  type TraceFormat,
  traceFormats,
} from './trace/step.ts'
export {
  type CostSource,
  costSources,
  isDecided,
  isMissing,
  isPass,
  mainReward,
  passThreshold,
  type ScannedTrial,
  type Termination,
  type TokenCounts,
  type TrialPhase,
  type TrialStatus,
  terminations,
  trialStatus,
  trialStatuses,
  type Verdict,
  verdicts,
} from './trial/trial.ts'
export { type WebhookEvent, webhookEvents } from './webhook/events.ts'
export { retryDelayMs, type WebhookLimits, webhookLimits } from './webhook/limits.ts'
