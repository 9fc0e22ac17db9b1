import { format } from 'prettier'

/**
 * The text as a formatter lays it out, so that two texts are equal when they differ in layout alone.
 * Objects are pulled together first: the formatter keeps one expanded whose author broke its first line.
 * Null when the text is not TypeScript.
 */
export async function formatSource(path: string, text: string): Promise<string | null> {
  if (!/\.[cm]?tsx?$/.test(path)) return `${text.replaceAll('\r\n', '\n').trimEnd()}\n`
  try {
    return await format(text, { parser: 'typescript', printWidth: 120, objectWrap: 'collapse' })
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
