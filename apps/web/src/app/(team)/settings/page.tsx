import { SettingsScreen } from '#/features/settings/settings-screen.tsx'

export const metadata = { title: 'Settings · Paddock' }

export default function SettingsPage() {
  return <SettingsScreen />
}
