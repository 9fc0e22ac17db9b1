/**
 * The policy of a page. Traces are untrusted: should markup of theirs ever reach the page, no script of it runs and
 * nothing loads from elsewhere. Inline styles stay allowed (positions of virtual rows, bars, the dialogs' scroll lock).
 */
export function contentSecurityPolicy(nonce: string, mode: 'development' | 'production'): string {
  const scripts = `'self' 'nonce-${nonce}' 'strict-dynamic'${mode === 'development' ? " 'unsafe-eval'" : ''}`
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
