import { claudeDefinition } from './claude/definition.ts'
import { codexDefinition } from './codex/definition.ts'
import type { AgentDefinition } from './port.ts'

export {
  type AgentDefinition,
  type AgentMode,
  agentModes,
  type SafetyProfile,
  safetyProfiles,
} from './port.ts'

/** Every agent command line by id; one more is one folder, and one line here and in `commands.ts`. */
export const agentDefinitions: Record<string, AgentDefinition> = {
  claude: claudeDefinition,
  codex: codexDefinition,
}
