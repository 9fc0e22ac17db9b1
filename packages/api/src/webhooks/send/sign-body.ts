import { createHmac } from 'node:crypto'

/**
 * The value of `paddock-signature`: `t=<seconds since 1970>,v1=<hex>`, where v1 is HMAC-SHA-256 over `<t>.<body>`. The
 * time is signed with it, so that a receiver can refuse what somebody recorded and sends again later.
 */
export function signBody(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1_000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
