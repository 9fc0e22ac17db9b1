import { isIP } from 'node:net'
import { addressProblem, type WebhookNetworks } from './address-problem.ts'

export interface Address {
  address: string
  family: number
}

export interface TargetPorts {
  networks: WebhookNetworks
  /** All addresses of a name; rejects with a `code` where there is none. */
  resolve(hostname: string): Promise<Address[]>
}

export type Target =
  | { kind: 'addresses'; addresses: Address[] }
  /** Nothing is sent there, ever. */
  | { kind: 'refused'; reason: string }
  /** The name has no address at the moment. */
  | { kind: 'unknown'; reason: string }

/**
 * Where a URL leads, looked up once: what is checked here is what is connected to, so that a name cannot lead elsewhere
 * a moment later.
 */
export async function resolveTarget(url: URL, { networks, resolve }: TargetPorts): Promise<Target> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { kind: 'refused', reason: 'A webhook begins with https:// or http://.' }
  }
  if (url.username !== '' || url.password !== '') {
    return { kind: 'refused', reason: 'A webhook carries no user or password: its deliveries are signed instead.' }
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  let addresses: Address[]
  try {
    addresses = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return { kind: 'unknown', reason: `The name ${host} has no address (${code}).` }
  }
  if (addresses.length === 0) return { kind: 'unknown', reason: `The name ${host} has no address.` }
  for (const { address } of addresses) {
    const problem = addressProblem(address, networks)
    if (problem === null) continue
    const leads = address === host ? address : `${host} leads to ${address}, which`
    return { kind: 'refused', reason: `${leads} ${problem}; webhooks do not go there.${advice(address, networks)}` }
  }
  return { kind: 'addresses', addresses }
}

function advice(address: string, networks: WebhookNetworks): string {
  if (networks === 'private' || addressProblem(address, 'private') !== null) return ''
  return ' The operator can allow it with PADDOCK_WEBHOOK_NETWORKS=private.'
}
