/** `coin:<p>:<seed>`: solves a task when a hash of (seed, task, attempt) falls below p. */
export interface Coin {
  probability: number
  seed: string
}

const form = /^coin:(0(?:\.\d+)?|1(?:\.0+)?|\.\d+):([A-Za-z0-9_.-]{1,64})$/

/** Null when the text is no coin. */
export function parseCoin(text: string): Coin | null {
  const match = form.exec(text)
  return match ? { probability: Number(match[1]), seed: match[2] as string } : null
}
