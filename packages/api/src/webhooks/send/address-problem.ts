import { BlockList, isIP, isIPv4 } from 'node:net'

/** Where webhooks may go: `public` addresses only, or the installation's own networks and host as well. */
export const webhookNetworks = ['public', 'private'] as const
export type WebhookNetworks = (typeof webhookNetworks)[number]

/** Nothing behind these is a receiver of webhooks, and the metadata services of clouds hand out credentials. */
const never: [reason: string, list: BlockList][] = [
  [
    'is a metadata service of a cloud',
    blocks('169.254.169.254/32', '100.100.100.200/32', '168.63.129.16/32', 'fd00:ec2::254/128', 'fd20:ce::254/128'),
  ],
  ['is link-local', blocks('169.254.0.0/16', 'fe80::/10')],
  ['is no address of one host', blocks('0.0.0.0/8', '224.0.0.0/3', '::/128', 'ff00::/8')],
]

const onlyPrivate: [reason: string, list: BlockList][] = [
  ['is this host itself', blocks('127.0.0.0/8', '::1/128')],
  [
    'is in a private network',
    blocks(
      ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '192.0.0.0/24', '198.18.0.0/15'],
      ...['fc00::/7', 'fec0::/10', '100::/64', '2001:db8::/32', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
    ),
  ],
]

function blocks(...ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Why nothing is sent to an IP address, as the end of a sentence about it; null: it may be. */
export function addressProblem(address: string, networks: WebhookNetworks): string | null {
  const [plain = ''] = address.split('%')
  for (const one of [plain, embeddedIpv4(plain)]) {
    if (one === null) continue
    const family = isIPv4(one) ? 'ipv4' : 'ipv6'
    const refused = [...never, ...(networks === 'public' ? onlyPrivate : [])].find(([, list]) =>
      list.check(one, family),
    )
    if (refused !== undefined) return refused[0]
  }
  return null
}

/**
 * The IPv4 address that an IPv6 one leads to: mapped or compatible (RFC 4291 §2.5.5), NAT64 (RFC 6052 §2.1), 6to4
 * (RFC 3056 §2); null where there is none.
 */
function embeddedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null
  // A URL writes every form of an address in one way, without dots.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16))
  const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const isZero = (from: number, to: number) => groups.slice(from, to).every((group) => group === 0)
  if (isZero(0, 5) && (groups[5] === 0xffff || groups[5] === 0) && !isZero(6, 7)) return dotted(groups[6], groups[7])
  if (groups[0] === 0x64 && groups[1] === 0xff9b && isZero(2, 6)) return dotted(groups[6], groups[7])
  if (groups[0] === 0x2002) return dotted(groups[1], groups[2])
  return null
}
