export type AuthOutcome = { ok: true } | { ok: false; status: number; message: string; code: string | null }

/** Posts to the doors (`/api/auth/*`); what they answer in people's words. */
export async function postAuth(path: string, body: Record<string, unknown>): Promise<AuthOutcome> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (response === null) return { ok: false, status: 0, message: 'Paddock did not answer. Try again.', code: null }
  if (response.ok) return { ok: true }
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null
  return {
    ok: false,
    status: response.status,
    message: answer?.message ?? `Paddock answered with ${response.status}. Try again.`,
    code: answer?.code ?? null,
  }
}
