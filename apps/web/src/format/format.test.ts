import { describe, expect, it } from 'vitest'
import { formatAge, formatAgo, formatTimeOfDay } from './ago.ts'
import { formatBytes } from './bytes.ts'
import { formatCount, formatProgress, formatTokens, plural } from './count.ts'
import { formatClock, formatDuration, formatSpan, formatTook } from './duration.ts'
import { formatMoney } from './money.ts'
import { formatChange, formatPercent } from './percent.ts'
import { formatInterval, formatPoints } from './points.ts'

describe('numbers', () => {
  it('writes rates with one decimal and points with a real sign', () => {
    expect(formatPercent(0.5639)).toBe('56.4 %')
    expect(formatPercent(null)).toBe('–')
    expect(formatPoints(0.109)).toBe('+11 pp')
    expect(formatPoints(-0.116)).toBe('−12 pp')
    expect(formatPoints(-0.001)).toBe('0 pp')
    expect(formatPoints(-0.425)).toBe('−43 pp')
    expect(formatInterval([-0.034, 0.146])).toBe('[−3, 15]')
    expect(formatInterval([-0.001, 0.07])).toBe('[0, 7]')
    expect(formatChange(0.91)).toBe('−9 %')
    expect(formatChange(1.13)).toBe('+13 %')
  })

  it('never shows unknown money as 0, and keeps digits of small sums', () => {
    expect(formatMoney(0.7)).toBe('$0.70')
    expect(formatMoney(1874.4)).toBe('$1,874.40')
    expect(formatMoney(0.0031)).toBe('$0.0031')
    expect(formatMoney(0)).toBe('$0.00')
    expect(formatMoney(null)).toBe('unknown')
  })

  it('counts', () => {
    expect(formatCount(1228)).toBe('1,228')
    expect(formatProgress(1228, 1335)).toBe('1,228/1,335')
    expect(formatProgress(3, null)).toBe('3/?')
    expect(formatTokens(212)).toBe('212')
    expect(formatTokens(48_210)).toBe('48.2k')
    expect(formatTokens(1_840_000)).toBe('1.84 M')
    expect(plural(1, 'arm')).toBe('1 arm')
    expect(plural(2, 'query', 'queries')).toBe('2 queries')
    expect(formatBytes(2_100)).toBe('2.1 kB')
    expect(formatBytes(4_200_000)).toBe('4.2 MB')
  })
})

describe('times', () => {
  it('writes clocks, spans and steps', () => {
    expect(formatClock(433_000)).toBe('7:13')
    expect(formatDuration(433_000)).toBe('7:13')
    expect(formatDuration(320)).toBe('320 ms')
    expect(formatDuration(2_400)).toBe('2.4 s')
    expect(formatClock(3_733_000)).toBe('1:02:13')
    expect(formatClock(null)).toBe('unknown')
    expect(formatSpan(46_000)).toBe('46 s')
    expect(formatSpan(22 * 60_000)).toBe('22 min')
    expect(formatSpan(4 * 3_600_000 + 20 * 60_000)).toBe('4 h 20 min')
    expect(formatSpan(76 * 3_600_000)).toBe('3 d 4 h')
    expect(formatTook(46_240)).toBe('46.2 s')
  })

  it('writes ages', () => {
    expect(formatAge(10_000)).toBe('just now')
    expect(formatAge(14 * 60_000)).toBe('14 min')
    expect(formatAge(6.5 * 3_600_000)).toBe('6 h')
    expect(formatAgo(3_000)).toBe('3 s ago')
    expect(formatAgo(-4 * 3_600_000)).toBe('in 4 h')
    const now = new Date(2026, 0, 12, 14, 0)
    expect(formatTimeOfDay(new Date(2026, 0, 12, 9, 5), now)).toBe('09:05')
    expect(formatTimeOfDay(new Date(2026, 0, 11, 23, 38), now)).toBe('01-11 23:38')
  })
})
