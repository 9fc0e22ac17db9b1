const plain = /^[A-Za-z0-9_@%+=:,./-]+$/

/** An argument as a POSIX shell would read it back. */
function quote(argument: string): string {
  return plain.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`
}

/** argv as one line that a shell runs. */
export function commandLine(argv: readonly string[]): string {
  return argv.map(quote).join(' ')
}

/** The same for reading: the program and what is not an option first, then an option with its value a line. */
export function commandLines(argv: readonly string[]): string[] {
  const lines: string[][] = [[]]
  for (const argument of argv) {
    if (argument.startsWith('-') && lines.at(-1) !== undefined && (lines.length > 1 || lines[0]?.length)) lines.push([])
    lines.at(-1)?.push(quote(argument))
  }
  return lines.map((parts, i) => (i === 0 ? '' : '  ') + parts.join(' '))
}
