import { buildEditCommand } from './edit/command.ts'
import { buildHarborCommand } from './harbor/command.ts'
import type { BuildCommand } from './port.ts'

export { type BuildCommand, type Command, type CommandContext, LaunchRefused } from './port.ts'

export const buildCommands: Record<string, BuildCommand> = {
  edit: buildEditCommand,
  harbor: buildHarborCommand,
}
