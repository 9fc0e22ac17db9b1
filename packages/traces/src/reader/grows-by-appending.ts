import type { TraceFormat } from '@paddock/domain'

/**
 * Whether a log of this format only grows at its end, so that tailing can go on from a state. A document is written
 * anew with every step (its closing brackets move): it is read from its beginning whenever it has changed.
 */
export function growsByAppending(format: TraceFormat): boolean {
  return format !== 'atif' && format !== 'inspect'
}
