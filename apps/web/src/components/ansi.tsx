import { FancyAnsi, hasAnsi, stripAnsi } from 'fancy-ansi'
import { memo } from 'react'

const converter = new FancyAnsi()
/** Hyperlinks of a terminal lead out of the page by a click on text that a model wrote: shown as text only. */
const hyperlink = /\u001b\]8;[^\u0007\u001b]*(?:\u0007|\u001b\\)/g

/** Terminal output in the theme's colours. The converter escapes all markup of the text itself. */
export const Ansi = memo(function Ansi({ text }: { text: string }) {
  if (!hasAnsi(text)) return text
  return <span dangerouslySetInnerHTML={{ __html: converter.toHtml(text.replace(hyperlink, '')) }} />
})

export { stripAnsi }
