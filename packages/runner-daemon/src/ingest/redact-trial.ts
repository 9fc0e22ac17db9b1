import type { ScannedTrial } from '@paddock/domain'
import type { Redactor } from '../redact/create-redactor.ts'

/** The trial without secrets in any of its texts. */
export function redactTrial(trial: ScannedTrial, redactor: Redactor): ScannedTrial {
  const text = JSON.stringify(trial)
  const redacted = redactor.text(text)
  return redacted === text ? trial : (JSON.parse(redacted) as ScannedTrial)
}
