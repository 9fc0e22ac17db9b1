import { LaunchScreen } from '#/features/launch/launch-screen.tsx'

export const metadata = { title: 'Launch · Paddock' }

export default function LaunchPage() {
  return <LaunchScreen />
}
