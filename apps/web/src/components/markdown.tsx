import type { Route } from 'next'
import Link from 'next/link'
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'

/** Traces are untrusted: no raw HTML, no image loads by itself, links leave without a referrer or an opener. */
const components: Components = {
  img: ({ alt, src }) => {
    const address = typeof src === 'string' ? src : ''
    return (
      <span className="chip line" title={address}>
        image not loaded{alt ? `: ${alt}` : ''}
      </span>
    )
  },
  a: ({ href, children }) => {
    if (href?.startsWith('/') && !href.startsWith('//')) return <Link href={href as Route}>{children}</Link>
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    )
  },
}

/** Markdown of a person or of a model, made safe. */
export const Markdown = memo(function Markdown({ text, inline }: { text: string; inline?: true }) {
  return (
    <div className={inline ? 'prose inline-prose' : 'prose'}>
      <ReactMarkdown skipHtml={false} remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
})
