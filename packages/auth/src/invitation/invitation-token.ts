import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * What an invitation link carries: the row's id and a signature. Members can read the ids of their team's open
 * invitations, so an id alone must not let its reader join in the invited person's place.
 */
export function invitationToken(secret: string, invitationId: string): string {
  return `${invitationId}.${signature(secret, invitationId)}`
}

/** The invitation's id, or null when the signature is not ours. */
export function readInvitationToken(secret: string, token: string): string | null {
  const dot = token.lastIndexOf('.')
  if (dot < 1) return null
  const id = token.slice(0, dot)
  const given = Buffer.from(token.slice(dot + 1))
  const expected = Buffer.from(signature(secret, id))
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

/** The link for an invited person, to be copied where no mail is configured. */
export function invitationLink(publicUrl: string, secret: string, invitationId: string): string {
  return new URL(`/join?token=${invitationToken(secret, invitationId)}`, publicUrl).href
}

function signature(secret: string, invitationId: string): string {
  return createHmac('sha256', secret).update(`invitation:${invitationId}`).digest('base64url')
}
