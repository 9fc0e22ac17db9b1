/** Replaces the hyphen of a negative number by a real minus sign. */
export function minus(text: string): string {
  return text.replace(/^-/, '−')
}
