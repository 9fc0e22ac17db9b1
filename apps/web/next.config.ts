import { fileURLToPath } from 'node:url'
import type { NextConfig } from 'next'

/** What every answer carries; the Content-Security-Policy of pages is made per request in `src/proxy.ts`. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'same-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
]

const config: NextConfig = {
  output: 'standalone',
  outputFileTracingRoot: fileURLToPath(new URL('../..', import.meta.url)),
  transpilePackages: [
    '@paddock/agents',
    '@paddock/api',
    '@paddock/artifacts',
    '@paddock/auth',
    '@paddock/benchmarks',
    '@paddock/db',
    '@paddock/domain',
    '@paddock/traces',
  ],
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    { source: '/fonts/:path*', headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }] },
  ],
}

export default config
