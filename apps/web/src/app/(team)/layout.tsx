import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { NoticesProvider } from '#/components/notices.tsx'
import { LiveProvider } from '#/features/live/live-provider.tsx'
import { Shell } from '#/features/shell/shell.tsx'
import { readTheme, themeCookie } from '#/features/shell/theme.ts'
import { whoAsks } from '#/server/who-asks.ts'
import { ApiProvider } from '#/trpc/provider.tsx'

/** Everything behind sign-in. */
export default async function TeamLayout({ children }: { children: ReactNode }) {
  const principal = await whoAsks()
  if (principal === null) redirect('/sign-in')
  const theme = readTheme((await cookies()).get(themeCookie)?.value)
  const { email, name, teamName, role } = principal
  return (
    <ApiProvider>
      <NuqsAdapter>
        <NoticesProvider>
          <LiveProvider>
            <Shell viewer={{ email, name, teamName, role }} theme={theme}>
              {children}
            </Shell>
          </LiveProvider>
        </NoticesProvider>
      </NuqsAdapter>
    </ApiProvider>
  )
}
