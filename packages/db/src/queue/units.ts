/** Hundredths as people read them: `1`, `0.25`. */
export function units(hundredths: number): string {
  return String(hundredths / 100)
}
