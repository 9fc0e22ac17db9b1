/** Splits a typed line into arguments: by spaces, but for what stands in single or double quotes. */
export function splitArguments(line: string): string[] {
  const found = line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)
  return [...found].map(([, double, single, bare]) => double?.replace(/\\(.)/g, '$1') ?? single ?? bare ?? '')
}
