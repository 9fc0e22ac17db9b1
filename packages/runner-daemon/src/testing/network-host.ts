import { execFileSync, spawnSync } from 'node:child_process'

/** A network of its own behind one cable to this machine, which can be pulled. */
export interface NetworkHost {
  /** What this machine is called at its end of the cable. */
  address: string
  /** The words before a program's own that start it there. */
  prefix: string[]
  /** Packets are lost without a word, as behind a dead switch. */
  cut(): void
  restore(): void
  remove(): void
}

/** Root, iproute2 and a kernel with network namespaces. */
export function canMakeNetworks(): boolean {
  return process.getuid?.() === 0 && spawnSync('ip', ['netns', 'list']).status === 0
}

/** A namespace and a pair of veth devices; `number` tells those of one process apart. Addresses: RFC 2544. */
export function networkHost(number: number): NetworkHost {
  const name = `paddock-${process.pid}-${number}`
  const [near, far] = [`pd${process.pid}n${number}`, `pd${process.pid}f${number}`]
  const address = `198.18.${number}.1`
  ip('netns', 'add', name)
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
  ip('address', 'add', `${address}/30`, 'dev', near)
  ip('link', 'set', near, 'up')
  ip('-n', name, 'address', 'add', `198.18.${number}.2/30`, 'dev', far)
  ip('-n', name, 'link', 'set', far, 'up')
  ip('-n', name, 'link', 'set', 'lo', 'up')
  return {
    address,
    prefix: ['ip', 'netns', 'exec', name],
    cut: () => ip('link', 'set', near, 'down'),
    restore: () => ip('link', 'set', near, 'up'),
    remove() {
      // At once: the namespace, and its end of the cable with it, may live on for a moment.
      ip('link', 'delete', near)
      ip('netns', 'delete', name)
    },
  }
}

function ip(...words: string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] })
}
