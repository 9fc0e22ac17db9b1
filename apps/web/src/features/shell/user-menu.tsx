'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#/components/menu.tsx'
import { useNotices } from '#/components/notices.tsx'
import { postAuth } from '#/features/door/post-auth.ts'
import { applyTheme, type Theme, themes } from './theme.ts'

const themeWords: Record<Theme, string> = { system: 'Colours of the system', light: 'Light', dark: 'Dark' }

interface UserMenuProps {
  email: string
  name: string
  theme: Theme
  onKeys: () => void
}

/** Who is signed in, colours, keys, sign out. */
export function UserMenu({ email, name, theme: initial, onKeys }: UserMenuProps) {
  const router = useRouter()
  const { notify } = useNotices()
  const [theme, setTheme] = useState(initial)
  const signOut = async () => {
    const outcome = await postAuth('/sign-out', {})
    if (outcome.ok) location.assign('/sign-in')
    else notify('error', outcome.message)
  }
  const trigger = (
    <button type="button" className="me" title={email}>
      <span className="avatar" aria-hidden="true">
        {(name || email).slice(0, 1).toUpperCase()}
      </span>
      <span className="lbl truncate">{email}</span>
      <span className="sr-only">Account, colours, keys, sign out</span>
    </button>
  )
  return (
    <Menu align="start" trigger={trigger}>
      <div className="about">Signed in as {email}</div>
      <MenuLine />
      <MenuChoice
        value={theme}
        options={themes.map((value) => ({ value, text: themeWords[value] }))}
        onChange={(next) => {
          setTheme(next)
          applyTheme(next)
        }}
      />
      <MenuLine />
      <MenuItem icon="info" onSelect={onKeys}>
        Keys
      </MenuItem>
      <MenuItem icon="sliders" onSelect={() => router.push('/settings')}>
        Settings
      </MenuItem>
      <MenuItem icon="door" onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
