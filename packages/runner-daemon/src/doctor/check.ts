/** One thing that was looked at. */
export interface Check {
  name: string
  /** `warn`: works, and somebody should know. */
  result: 'ok' | 'warn' | 'fail'
  text: string
  /** What to do about it. */
  hint?: string
}

export const ok = (name: string, text: string): Check => ({ name, result: 'ok', text })
export const warn = (name: string, text: string, hint?: string): Check => ({ name, result: 'warn', text, hint })
export const fail = (name: string, text: string, hint?: string): Check => ({ name, result: 'fail', text, hint })
