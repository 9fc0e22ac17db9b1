import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type Address, resolveTarget, type TargetPorts } from './resolve-target.ts'

export interface Post {
  url: string
  body: string
  headers: Record<string, string>
}

export interface PostPorts extends TargetPorts {
  answerWithinMs: number
  /** The program stops. */
  stopping: AbortSignal
}

export type Answer =
  | { kind: 'accepted'; status: number }
  /** `status` null: there was no answer. */
  | { kind: 'refused'; status: number | null; reason: string }

/** Sends one POST and reads no more of the answer than its status: 2xx is accepted, and no redirect is followed. */
export async function postBody(post: Post, ports: PostPorts): Promise<Answer> {
  const { answerWithinMs, stopping } = ports
  const late = AbortSignal.timeout(answerWithinMs)
  try {
    const url = new URL(post.url)
    const target = await untilAborted(resolveTarget(url, ports), late)
    if (target.kind !== 'addresses') return { kind: 'refused', status: null, reason: target.reason }
    const status = await exchange(url, post, target.addresses, AbortSignal.any([late, stopping]))
    if (status >= 200 && status < 300) return { kind: 'accepted', status }
    const hint = status >= 300 && status < 400 ? ': redirects are not followed, name the final address' : ''
    return { kind: 'refused', status, reason: `It answered ${status}${hint}.` }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name
    const reason = late.aborted
      ? `It did not answer within ${answerWithinMs / 1_000} s.`
      : `It was not reached: ${code}.`
    return { kind: 'refused', status: null, reason }
  }
}

function exchange(url: URL, { body, headers }: Post, addresses: Address[], signal: AbortSignal): Promise<number> {
  const lookup: LookupFunction = (_hostname, options, found) => {
    const [first] = addresses
    if (options.all === true) found(null, addresses)
    else found(null, first?.address ?? '', first?.family)
  }
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const request = send(url, {
      ...{ method: 'POST', lookup, signal, agent: false },
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.on('error', reject)
    request.end(body)
  })
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    promise.then(resolve, reject)
  })
}
