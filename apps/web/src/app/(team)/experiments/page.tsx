import { ExperimentsScreen } from '#/features/experiments/experiments-screen.tsx'

export const metadata = { title: 'Experiments · Paddock' }

export default function ExperimentsPage() {
  return <ExperimentsScreen />
}
