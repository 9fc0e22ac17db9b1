'use client'
import { createContext, useContext } from 'react'

/** Who looks at the pages. */
export interface Viewer {
  email: string
  name: string
  teamName: string
  role: 'viewer' | 'member' | 'admin' | 'owner'
}

export const ViewerContext = createContext<Viewer | null>(null)

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (viewer === null) throw new Error('useViewer is used outside of the shell')
  return viewer
}

const ranks = { viewer: 0, member: 1, admin: 2, owner: 3 }

/** Whether the person's role reaches that far; pages offer only what the API would do. */
export function useMay(needed: Viewer['role']): boolean {
  return ranks[useViewer().role] >= ranks[needed]
}
