'use client'
import { type RefObject, useEffect, useState } from 'react'

const headHeight = 44
const solvedWidth = 64
const glyphWidth = 15
const countWidth = 44
const minArmWidth = 92
const mostTaskWidth = 420
/** What an arm's column may have beyond its need: its attempts stay near those of its neighbours. */
const spareArmWidth = 72
const narrowBelow = 761

export interface GridGeometry {
  template: string
  width: number
  armWidth: number
  /** Task and solved columns. */
  fixedWidth: number
  /** What stays while the arms scroll. */
  stickyWidth: number
  headHeight: number
}

/** Column widths from the room there is: arms share what the task column leaves, and scroll below their least width. */
export function useGridGeometry(box: RefObject<HTMLElement | null>, arms: number, attempts: number): GridGeometry {
  const [room, setRoom] = useState(900)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  const least = Math.max(minArmWidth, attempts * glyphWidth + countWidth)
  const leastTask = room < narrowBelow - 100 ? 128 : Math.max(180, Math.round(room * 0.3))
  const share = Math.floor((room - leastTask - solvedWidth) / Math.max(1, arms))
  const armWidth = Math.max(least, Math.min(share, least + spareArmWidth))
  const taskWidth = Math.max(leastTask, Math.min(mostTaskWidth, room - solvedWidth - arms * armWidth))
  const fixedWidth = taskWidth + solvedWidth
  return {
    template: `${taskWidth}px ${solvedWidth}px repeat(${arms}, ${armWidth}px) minmax(0, 1fr)`,
    width: Math.max(room, fixedWidth + arms * armWidth),
    armWidth,
    fixedWidth,
    stickyWidth: taskWidth,
    headHeight,
  }
}
