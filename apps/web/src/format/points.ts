import { minus } from './minus.ts'

/** A difference of fractions in percentage points, `+11 pp`, `−12 pp`, `0 pp`. */
export function formatPoints(delta: number): string {
  const points = wholePoints(delta)
  return `${points > 0 ? '+' : ''}${minus(String(points))} pp`
}

/** An interval of fractions in whole points or per cent, `[−3, 15]`. */
export function formatInterval(interval: readonly [number, number]): string {
  const whole = (x: number) => minus(String(wholePoints(x)))
  return `[${whole(interval[0])}, ${whole(interval[1])}]`
}

/** Halves away from zero, so that a gain and a loss of the same size read alike; never −0. */
function wholePoints(fraction: number): number {
  return Math.sign(fraction) * Math.round(Math.abs(fraction) * 100) || 0
}
