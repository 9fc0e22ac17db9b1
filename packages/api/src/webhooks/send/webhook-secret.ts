import { createHmac } from 'node:crypto'

/**
 * What an endpoint's deliveries are signed with. Derived from the installation's secret and the endpoint's id, so that
 * no table, and no dump of one, holds it.
 */
export function webhookSecret(installationSecret: string, webhookId: string): string {
  return `whsec_${createHmac('sha256', installationSecret).update(`paddock webhook ${webhookId}`).digest('base64url')}`
}
