import { type NextRequest, NextResponse } from 'next/server'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { isDevelopment } from './env.ts'

/** Gives each page its own nonce: scripts run only with it. Next reads it from the request's policy. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  const policy = contentSecurityPolicy(nonce, isDevelopment ? 'development' : 'production')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

export const config = { matcher: ['/((?!api/|_next/static|_next/image|fonts/|favicon|icon).*)'] }
