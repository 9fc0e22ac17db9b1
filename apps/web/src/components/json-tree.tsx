'use client'
import { useState } from 'react'
import { formatBytes } from '#/format/bytes.ts'
import { Marks } from './marks.tsx'

const openDepth = 2
const shownChildren = 100
const shownChars = 600

interface NodeProps {
  name?: string
  value: unknown
  depth: number
  search: RegExp | null
}

/** Arguments and results as a tree that folds; long texts and lists say what they leave out. */
export function JsonTree({ value, search = null }: { value: unknown; search?: RegExp | null }) {
  return (
    <div className="json">
      <JsonNode value={value} depth={0} search={search} />
    </div>
  )
}

function JsonNode({ name, value, depth, search }: NodeProps) {
  const [open, setOpen] = useState(depth < openDepth)
  const [limit, setLimit] = useState(shownChildren)
  const label =
    name === undefined ? null : (
      <span className="json-key">
        <Marks text={name} search={search} />:{' '}
      </span>
    )
  if (value === null || typeof value !== 'object') {
    return (
      <div>
        {label}
        <JsonLeaf value={value} search={search} />
      </div>
    )
  }
  const list = Array.isArray(value)
  const entries: [string, unknown][] = list ? value.map((v, i) => [String(i), v]) : Object.entries(value)
  if (entries.length === 0) {
    return (
      <div>
        {label}
        {list ? '[]' : '{}'}
      </div>
    )
  }
  return (
    <div>
      <button type="button" className="json-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> {label}
        <span className="text-muted">{list ? `${entries.length} items` : `${entries.length} fields`}</span>
      </button>
      {open ? (
        <div className="json-in">
          {entries.slice(0, limit).map(([key, child]) => (
            <JsonNode key={key} name={key} value={child} depth={depth + 1} search={search} />
          ))}
          {entries.length > limit ? (
            <button type="button" className="link" onClick={() => setLimit(limit + 1_000)}>
              {entries.length - limit} more
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

function JsonLeaf({ value, search }: { value: unknown; search: RegExp | null }) {
  const [whole, setWhole] = useState(false)
  if (typeof value !== 'string') return <span className="json-number">{String(value)}</span>
  const text = whole ? value : value.slice(0, shownChars)
  return (
    <span className={text.includes('\n') ? 'json-block' : 'json-string'}>
      <Marks text={text} search={search} />
      {text.length < value.length ? (
        <button type="button" className="link ml-1" onClick={() => setWhole(true)}>
          … {formatBytes(value.length - shownChars)} more
        </button>
      ) : null}
    </span>
  )
}
