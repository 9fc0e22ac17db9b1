import type {
  arm,
  artifact,
  auditLog,
  experiment,
  run,
  runEvent,
  runner,
  runnerOrder,
  runOutput,
  trace,
  trial,
  webhook,
  webhookDelivery,
} from './schema/index.ts'

export type RunRow = typeof run.$inferSelect
export type TrialRow = typeof trial.$inferSelect
export type TraceRow = typeof trace.$inferSelect
export type ArtifactRow = typeof artifact.$inferSelect
export type RunEventRow = typeof runEvent.$inferSelect
export type RunOutputRow = typeof runOutput.$inferSelect
export type RunnerRow = typeof runner.$inferSelect
export type RunnerOrderRow = typeof runnerOrder.$inferSelect
export type ExperimentRow = typeof experiment.$inferSelect
export type ArmRow = typeof arm.$inferSelect
export type AuditRow = typeof auditLog.$inferSelect
export type WebhookRow = typeof webhook.$inferSelect
export type WebhookDeliveryRow = typeof webhookDelivery.$inferSelect
