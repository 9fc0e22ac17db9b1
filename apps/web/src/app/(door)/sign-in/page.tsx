import { redirect } from 'next/navigation'
import { DoorFrame } from '#/features/door/door-frame.tsx'
import { safeNext } from '#/features/door/safe-next.ts'
import { SignInForm } from '#/features/door/sign-in-form.tsx'
import { installation } from '#/server/installation.ts'
import { whoAsks } from '#/server/who-asks.ts'

export const metadata = { title: 'Sign in · Paddock' }

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { next } = await searchParams
  const target = typeof next === 'string' ? next : undefined
  if ((await whoAsks()) !== null) redirect(safeNext(target) as never)
  return (
    <DoorFrame {...installation()}>
      <SignInForm next={target} />
    </DoorFrame>
  )
}
