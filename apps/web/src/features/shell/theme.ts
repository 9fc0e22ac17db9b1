export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Read by the server, so that the first paint has the right colours. */
export const themeCookie = 'paddock-theme'

const yearSeconds = 365 * 24 * 3_600

export function readTheme(cookie: string | undefined): Theme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'system'
}

/** Applies a theme to this tab and remembers it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${yearSeconds}; samesite=lax`
}
