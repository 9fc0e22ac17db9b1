import Link from 'next/link'

export interface Capacity {
  used: number
  /** Null: some online runner has no cap. */
  total: number | null
  running: number
  waiting: number
}

/** How much of the fleet is in use, in weight units. */
export function CapacityBox({ capacity }: { capacity: Capacity | undefined }) {
  const used = capacity === undefined ? '' : Number(capacity.used.toFixed(1))
  const total = capacity === undefined ? '' : (capacity.total ?? 'no limit')
  const share = capacity?.total ? Math.min(1, capacity.used / capacity.total) : 0
  const state =
    capacity === undefined
      ? ' '
      : capacity.running + capacity.waiting === 0
        ? 'nothing running'
        : `${capacity.running} running, ${capacity.waiting} waiting`
  return (
    <Link href="/runners" className="slots" title="Weight units in use on online runners">
      <span className="flex text-12">
        <span className="font-medium text-text-2">Capacity</span>
        <span className="ml-auto text-muted tabular-nums">
          {capacity === undefined ? '' : capacity.total === null ? `${used} in use` : `${used} of ${total}`}
        </span>
      </span>
      <span className="bar" role="img" aria-label={`${used} of ${total} weight units in use`}>
        <i className="accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="block text-12 font-regular text-muted">{state}</span>
    </Link>
  )
}
