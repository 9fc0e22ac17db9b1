import { createClient, type PaddockClient } from '../create-client.ts'
import type { CliEnvironment } from './env.ts'
import { readLogin } from './login-file.ts'
import type { Output } from './output.ts'

const defaultUrl = 'http://127.0.0.1:4700'

/** What a command works with. */
export interface Session {
  url: string
  client: PaddockClient
  output: Output
  environment: CliEnvironment
}

export interface GlobalOptions {
  json?: boolean
  url?: string
  apiKey?: string
}

/** Address and key: the options, else the environment, else the login file; a key goes only to the address it was stored with. */
export async function openSession(
  options: GlobalOptions,
  environment: CliEnvironment,
  output: Output,
): Promise<Session> {
  const login = await readLogin(environment.loginFile)
  const url = options.url ?? environment.url ?? login?.url ?? defaultUrl
  const apiKey = options.apiKey ?? environment.apiKey ?? (login?.url === url ? login.apiKey : undefined)
  return { url, client: createClient({ url, apiKey }), output, environment }
}
