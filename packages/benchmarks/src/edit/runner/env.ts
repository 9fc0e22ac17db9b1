/** What an agent's process inherits: the daemon has cut it down to what a run may see. */
export const inheritedEnvironment: NodeJS.ProcessEnv = process.env
