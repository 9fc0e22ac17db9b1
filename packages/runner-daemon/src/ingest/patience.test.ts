import { expect, test } from 'vitest'
import { patience } from './patience.ts'

const failed = (code: string, facts = {}) => Object.assign(new Error('no'), { code, ...facts })

function judgeAt(error: unknown, ...timesMs: number[]): boolean[] {
  let atMs = 0
  const own = patience({ nowMs: () => atMs, patienceMs: 60_000 })
  return timesMs.map((ms) => {
    atMs = ms
    return own.isOver(error)
  })
}

test('an error that was on no list of outages lost results at once: it is tried again, within limits', () => {
  for (const code of ['ESTALE', 'EIO', 'EROFS', 'EACCES', 'ENOTCONN', 'ENOENT', '42501']) {
    expect(judgeAt(failed(code), 0, 20_000, 59_999, 60_000), code).toEqual([false, false, false, true])
  }
})

test('a database that is away or read-only, and a full disk, are waited for without end', () => {
  const socketGone = failed('ENOENT', { syscall: 'connect' })
  for (const error of [failed('57014'), failed('25006'), failed('57P01'), failed('ENOSPC'), socketGone]) {
    expect(judgeAt(error, 0, 86_400_000), error.code).toEqual([false, false])
  }
})

test('what is itself at fault is not tried twice', () => {
  for (const error of [failed('22P05'), failed('23514'), new RangeError('too long')]) {
    expect(judgeAt(error, 0)).toEqual([true])
  }
})
