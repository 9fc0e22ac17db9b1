export { account, apikey, invitation, member, organization, rateLimit, session, user, verification } from './auth.ts'
export { arm, experiment } from './experiment.ts'
export {
  auditLog,
  blob,
  installation,
  keyLock,
  lane,
  runEvent,
  runner,
  runnerOrder,
  runOutput,
  teamLimit,
  traceChunk,
} from './queue.ts'
export { removal } from './removal.ts'
export { run } from './run.ts'
export { artifact, trace, trial } from './trial.ts'
export { webhook, webhookDelivery } from './webhook.ts'
