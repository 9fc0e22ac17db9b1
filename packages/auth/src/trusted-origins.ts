const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/** The public origin; on loopback also its other names, because people type `localhost` for `127.0.0.1`. */
export function trustedOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl)
  if (!loopbackNames.includes(url.hostname)) return [url.origin]
  const port = url.port === '' ? '' : `:${url.port}`
  return loopbackNames.map((name) => `${url.protocol}//${name}${port}`)
}
