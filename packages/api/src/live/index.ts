export type { Change, LiveLimits } from './change.ts'
export { liveLimits } from './change.ts'
export type { LiveHub } from './hub.ts'
export { type RunningLive, type StartLiveOptions, startLive } from './start-live.ts'
