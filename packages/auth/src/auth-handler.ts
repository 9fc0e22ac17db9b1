import type { Auth } from './create-auth.ts'

/**
 * Serves `/api/auth/*`. Keys are taken off the request: people manage their account and team with a session.
 * Usage in a route handler: `const handler = authHandler(auth); export { handler as GET, handler as POST }`.
 */
export function authHandler(auth: Auth): (request: Request) => Promise<Response> {
  return async (request) => {
    const headers = new Headers(request.headers)
    headers.delete('x-api-key')
    headers.delete('authorization')
    const response = await auth.handler(new Request(request, { headers }))
    response.headers.set('cache-control', 'no-store')
    return response
  }
}
