import { RunnersScreen } from '#/features/runners/runners-screen.tsx'

export const metadata = { title: 'Runners · Paddock' }

export default function RunnersPage() {
  return <RunnersScreen />
}
