import { AgentRefused } from './port.ts'

/** A text that stands as an option's value, and must not become an option itself. */
export function requireValue(name: string, value: string): string {
  if (value === '' || value.startsWith('-') || /[\0\r\n]/.test(value)) {
    throw new AgentRefused(`"${value}" cannot be a ${name}`)
  }
  return value
}
