import { minus } from './minus.ts'

/** A difference of fractions in percentage points, `+11 pp`, `−12 pp`, `0 pp`. */
export function formatPoints(delta: number): string {
  const points = Math.round(delta * 100)
  return `${points > 0 ? '+' : ''}${minus(String(points === 0 ? 0 : points))} pp`
}

/** An interval of fractions in whole points or per cent, `[−3, 15]`. */
export function formatInterval(interval: readonly [number, number]): string {
  const whole = (x: number) => minus(String(Math.round(x * 100) || 0))
  return `[${whole(interval[0])}, ${whole(interval[1])}]`
}
