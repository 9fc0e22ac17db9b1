import type { Metadata } from 'next'
import { ExperimentScreen } from '#/features/experiments/experiment-screen.tsx'

export async function generateMetadata({ params }: PageProps<'/experiments/[id]'>): Promise<Metadata> {
  return { title: `${(await params).id} · Paddock` }
}

export default async function ExperimentPage({ params }: PageProps<'/experiments/[id]'>) {
  return <ExperimentScreen experimentId={decodeURIComponent((await params).id)} />
}
