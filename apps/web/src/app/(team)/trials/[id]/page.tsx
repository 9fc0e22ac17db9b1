import type { Metadata } from 'next'
import { TrialScreen } from '#/features/trial/trial-screen.tsx'

export async function generateMetadata({ params }: PageProps<'/trials/[id]'>): Promise<Metadata> {
  return { title: `${(await params).id} · Paddock` }
}

export default async function TrialPage({ params }: PageProps<'/trials/[id]'>) {
  return <TrialScreen trialId={(await params).id} />
}
