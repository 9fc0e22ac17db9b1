import type { Metadata } from 'next'
import { RunScreen } from '#/features/runs/run-screen.tsx'

export async function generateMetadata({ params }: PageProps<'/runs/[id]'>): Promise<Metadata> {
  return { title: `${(await params).id} · Paddock` }
}

export default async function RunPage({ params }: PageProps<'/runs/[id]'>) {
  return <RunScreen runId={(await params).id} />
}
