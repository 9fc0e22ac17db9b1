import { expect, test } from 'vitest'
import { addressProblem } from './address-problem.ts'
import { resolveTarget } from './resolve-target.ts'

test.each([
  ['169.254.169.254', 'metadata'],
  ['fd00:ec2::254', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['169.254.1.1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['0.0.0.0', 'no address of one host'],
  ['255.255.255.255', 'no address of one host'],
  ['::', 'no address of one host'],
  ['ff02::1', 'no address of one host'],
  ['::ffff:169.254.169.254', 'metadata'],
  ['::ffff:a9fe:a9fe', 'metadata'],
  ['64:ff9b::169.254.169.254', 'metadata'],
  ['2002:a9fe:a9fe::1', 'metadata'],
])('%s is refused whatever the operator allows', (address, reason) => {
  expect(addressProblem(address, 'private')).toContain(reason)
  expect(addressProblem(address, 'public')).toContain(reason)
})

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '::1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  'fd12::1',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  '64:ff9b::10.0.0.1',
])('%s takes the operator’s word', (address) => {
  expect(addressProblem(address, 'public')).not.toBeNull()
  expect(addressProblem(address, 'private')).toBeNull()
})

test.each(['1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '64:ff9b::1.1.1.1'])('%s is public', (address) => {
  expect(addressProblem(address, 'public')).toBeNull()
})

test('a name is refused for any of its addresses, and says which; numbers in disguise are seen through', async () => {
  const mixed = async () => [
    { address: '1.1.1.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ]
  const target = (url: string, resolve = mixed) => resolveTarget(new URL(url), { networks: 'public', resolve })
  expect(await target('http://rebind.example/')).toEqual({
    kind: 'refused',
    reason:
      'rebind.example leads to 169.254.169.254, which is a metadata service of a cloud; webhooks do not go there.',
  })
  for (const url of ['http://2130706433/', 'http://0x7f.1/', 'http://[::ffff:7f00:1]/', 'http://127.1/']) {
    expect(await target(url), url).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('PADDOCK_WEBHOOK_NETWORKS=private'),
    })
  }
  expect((await target('ftp://example.org/')).kind).toBe('refused')
  expect((await target('https://user:pass@example.org/')).kind).toBe('refused')
})
