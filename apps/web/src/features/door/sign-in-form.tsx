'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Field, TextInput } from '#/components/field.tsx'
import { postAuth } from './post-auth.ts'
import { safeNext } from './safe-next.ts'

/** E-mail and password. */
export function SignInForm({ next }: { next: string | undefined }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    const outcome = await postAuth('/sign-in/email', { email: email.trim(), password })
    if (outcome.ok) return location.assign(safeNext(next))
    setBusy(false)
    setError(explain(outcome.status, outcome.message))
  }

  return (
    <form className="card box" onSubmit={(event) => void submit(event)} method="post">
      <div>
        <h1>Sign in</h1>
        <p className="mt-0.5 text-muted">to the control room</p>
      </div>
      <Field label="E-mail">
        {(control) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Password" error={error}>
        {(control) => (
          <TextInput
            {...control}
            type="password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" tone="primary" busy={busy && 'Signing in'}>
        Sign in
      </Button>
      <p className="sub">No account? An admin of your team can invite you.</p>
    </form>
  )
}

function explain(status: number, message: string): string {
  if (status === 401) return 'E-mail or password is wrong.'
  if (status === 429) return 'Too many tries. Wait a minute, then try again.'
  return message
}
