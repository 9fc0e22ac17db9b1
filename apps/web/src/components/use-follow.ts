'use client'
import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'

/** As near to the end as counts as being there. */
const nearPx = 24
/** Scrolling so soon after a hand's doing is the hand's; any other is the list's own (rows get their true height). */
const handMs = 600

interface FollowOptions {
  count: number
  itemSize: (index: number) => number
  itemKey: (index: number) => string | number
  overscan?: number
  /** Whether it begins at the end and follows it; else at the top, paused. */
  from?: 'end' | 'start'
  rangeExtractor?: (range: Range) => number[]
  scrollPaddingStart?: number
}

/**
 * A virtual list that follows its end: it pauses when the reader scrolls up, counts what comes meanwhile, and resumes
 * at a word or when the reader comes back to the end.
 */
export function useFollow({
  count,
  itemSize,
  itemKey,
  overscan = 20,
  from = 'end',
  rangeExtractor,
  scrollPaddingStart,
}: FollowOptions) {
  const scroller = useRef<HTMLDivElement>(null)
  const handAt = useRef(0)
  const [following, setFollowing] = useState(from === 'end')
  const [seen, setSeen] = useState(count)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: itemSize,
    getItemKey: itemKey,
    overscan,
    scrollPaddingStart,
    ...(rangeExtractor === undefined ? {} : { rangeExtractor }),
  })
  const height = virtual.getTotalSize()

  useEffect(() => {
    if (!following || count === 0) return
    setSeen(count)
    const box = scroller.current
    if (box !== null) box.scrollTop = box.scrollHeight
  }, [following, count, height])

  useEffect(() => {
    const box = scroller.current
    if (box === null) return
    const hand = () => {
      handAt.current = performance.now()
    }
    const events = ['wheel', 'touchmove', 'pointerdown', 'pointermove', 'keydown'] as const
    for (const event of events) box.addEventListener(event, hand, { passive: true })
    return () => {
      for (const event of events) box.removeEventListener(event, hand)
    }
  }, [])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (box === null || performance.now() - handAt.current > handMs) return
    setFollowing(box.scrollHeight - box.scrollTop - box.clientHeight <= nearPx)
  }, [])
  const pauseAt = useCallback(
    (index: number, align: 'center' | 'start' | 'auto' = 'center') => {
      setFollowing(false)
      virtual.scrollToIndex(index, { align })
    },
    [virtual],
  )
  return {
    scroller,
    virtual,
    following,
    /** Items that came while paused. */
    fresh: following ? 0 : Math.max(0, count - seen),
    onScroll,
    pauseAt,
    resume: () => setFollowing(true),
  }
}
