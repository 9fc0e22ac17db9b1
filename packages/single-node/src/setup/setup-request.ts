/** What the supervisor asks of the set-up program, as JSON on its stdin: secrets in it never stand in an argv. */
export interface SetupRequest {
  databaseUrl: string
  publicUrl: string
  secret: string
  owner: { email: string; password: string } | null
  ownerApiKeyFile: string | null
}

export type SetupAnswer =
  | { kind: 'done'; ownerLink: string | null; notes: string[] }
  | { kind: 'failed'; code: string; message: string; hint: string }
