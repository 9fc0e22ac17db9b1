import { Refusal } from '../errors/refusal.ts'

export function unknownTrace(id: string): Refusal {
  return new Refusal('UNKNOWN_TRACE', `There is no trace "${id}".`, 'The page of its trial lists the traces it has.')
}
