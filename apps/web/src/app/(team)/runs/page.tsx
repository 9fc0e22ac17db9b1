import { RunsScreen } from '#/features/runs/runs-screen.tsx'

export const metadata = { title: 'Runs · Paddock' }

export default function RunsPage() {
  return <RunsScreen />
}
