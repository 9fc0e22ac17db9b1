'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '#/components/button.tsx'
import { Field, TextInput } from '#/components/field.tsx'
import { Icon } from '#/components/icon.tsx'
import { postAuth } from './post-auth.ts'

const minPasswordChars = 10

interface Owner {
  name: string
  email: string
  password: string
  teamName: string
}

const empty: Owner = { name: '', email: '', password: '', teamName: 'My team' }

/** Creates the first person and team, and signs them in. */
export function SetupForm({ token }: { token: string }) {
  const [owner, setOwner] = useState(empty)
  const [tried, setTried] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (field: keyof Owner) => (event: { target: { value: string } }) =>
    setOwner({ ...owner, [field]: event.target.value })
  const wrong = tried ? problems(owner) : {}

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || Object.keys(problems(owner)).length > 0) return
    setBusy(true)
    setError(null)
    const outcome = await postAuth('/owner/create', {
      token,
      name: owner.name.trim(),
      email: owner.email.trim(),
      password: owner.password,
      teamName: owner.teamName.trim(),
    })
    if (outcome.ok) return location.assign('/experiments')
    setBusy(false)
    setError(outcome.message)
  }

  return (
    <form
      className="grid content-start gap-4 p-8 max-narrow:p-6"
      noValidate
      onSubmit={(event) => void submit(event)}
      method="post"
    >
      <div>
        <h1>Create the owner</h1>
        <p className="mt-0.5 text-muted">This installation has nobody yet. The link you opened works once.</p>
      </div>
      <div className="grid grid-cols-2 gap-4 max-narrow:grid-cols-1">
        <Field label="Your name" error={wrong.name}>
          {(control) => (
            <TextInput
              {...control}
              name="name"
              autoComplete="name"
              autoFocus
              value={owner.name}
              onChange={set('name')}
            />
          )}
        </Field>
        <Field label="E-mail" error={wrong.email}>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              name="email"
              autoComplete="username"
              value={owner.email}
              onChange={set('email')}
            />
          )}
        </Field>
      </div>
      <Field
        label="Password"
        error={wrong.password}
        hint={`At least ${minPasswordChars} characters. A few words do well.`}
      >
        {(control) => (
          <TextInput
            {...control}
            type="password"
            name="password"
            autoComplete="new-password"
            value={owner.password}
            onChange={set('password')}
            suffix={owner.password.length >= minPasswordChars ? <Icon name="check" small /> : undefined}
          />
        )}
      </Field>
      <Field label="Team" error={wrong.teamName} hint="Owns experiments, runs and keys.">
        {(control) => (
          <TextInput
            {...control}
            name="team"
            autoComplete="organization"
            value={owner.teamName}
            onChange={set('teamName')}
          />
        )}
      </Field>
      {error === null ? null : (
        <p role="alert" className="text-error">
          {error}
        </p>
      )}
      <Button type="submit" tone="primary" busy={busy && 'Creating'}>
        Create owner and sign in
      </Button>
    </form>
  )
}

function problems(owner: Owner): Partial<Record<keyof Owner, string>> {
  const found: Partial<Record<keyof Owner, string>> = {}
  if (owner.name.trim() === '') found.name = 'Write the name that others will see.'
  if (!/^[^@\s]+@[^@\s]+$/.test(owner.email.trim())) found.email = 'Write an e-mail address, such as you@example.com.'
  if (owner.password.length < minPasswordChars) {
    found.password = `Too short: ${owner.password.length} of ${minPasswordChars} characters.`
  }
  if (owner.teamName.trim() === '') found.teamName = 'Give the team a name.'
  return found
}
