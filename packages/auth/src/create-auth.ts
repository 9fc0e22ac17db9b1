import { apiKey } from '@better-auth/api-key'
import { authAdapter, type Db, findMembership, ownsATeam } from '@paddock/db'
import { betterAuth } from 'better-auth'
import { organization } from 'better-auth/plugins/organization'
import { accessRoles } from './access.ts'
import { accountThrottle } from './account-throttle.ts'
import { admission } from './admission.ts'
import { auditTrail } from './audit-trail.ts'
import { authLimits } from './limits.ts'
import { trustedOrigins } from './trusted-origins.ts'

export interface AuthOptions {
  db: Db
  /** Where browsers reach the web program, such as `https://paddock.example.org`. */
  publicUrl: string
  /** Signs cookies and invitation links: 32 characters or more. */
  secret: string
  /** Addresses or CIDR ranges of the proxies whose `x-forwarded-for` is believed. */
  trustedProxies?: string[]
  /** Faults of the library or database, for the operator's log. */
  report?: (message: string, details: unknown[]) => void
}

/**
 * People, sessions, teams (organisations) and API keys. Sign-up is closed: people come in by the one-time owner
 * link or by an invitation. Keys open the API only, never a session of the person they belong to, because such a
 * session would carry the person's full role.
 */
export function createAuth({ db, publicUrl, secret, trustedProxies = [], report = () => {} }: AuthOptions) {
  return betterAuth({
    appName: 'Paddock',
    baseURL: publicUrl,
    basePath: '/api/auth',
    secret,
    database: authAdapter(db),
    trustedOrigins: trustedOrigins(publicUrl),
    telemetry: { enabled: false },
    logger: {
      log: (level, message, ...details) => {
        // A wrong key is the caller's mistake, and would fill the log.
        if (level === 'error' && !message.startsWith('Failed to validate API key')) report(message, details)
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: authLimits.minPasswordChars,
      maxPasswordLength: authLimits.maxPasswordChars,
      revokeSessionsOnPasswordReset: true,
    },
    session: { expiresIn: authLimits.sessionSeconds, updateAge: authLimits.sessionRenewedEverySeconds },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 10,
      max: 200,
      customRules: {
        '/sign-in/email': { window: authLimits.signInWindowSeconds, max: authLimits.signInsPerWindow },
        // The longest window here also bounds how long rows of the account throttle are kept.
        '/owner/create': { window: authLimits.accountWindowSeconds, max: authLimits.signInsPerAccountWindow },
        '/invitation/join': { window: authLimits.accountWindowSeconds, max: authLimits.signInsPerAccountWindow },
      },
    },
    advanced: {
      cookiePrefix: 'paddock',
      useSecureCookies: publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // The library relaxes both checks in tests and beside an unset option; they are never off here.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: trustedProxies.length === 0 ? {} : { trustedProxies },
    },
    // Keys carry a team and a role: they are made and revoked by the API, which checks both.
    disabledPaths: ['/api-key/create', '/api-key/update', '/api-key/delete', '/api-key/get', '/api-key/list'],
    plugins: [
      organization({
        roles: accessRoles,
        creatorRole: 'owner',
        invitationExpiresIn: authLimits.invitationSeconds,
        membershipLimit: 10_000,
        invitationLimit: 1_000,
        allowUserToCreateOrganization: (user) => ownsATeam(db, user.id),
      }),
      apiKey({
        defaultKeyLength: authLimits.keyChars,
        enableMetadata: true,
        maximumNameLength: 64,
        keyExpiration: { maxExpiresIn: authLimits.maxKeyDays },
        rateLimit: { timeWindow: authLimits.keyWindowMs, maxRequests: authLimits.requestsPerKeyWindow },
      }),
      admission(db),
      accountThrottle(db),
      auditTrail(db),
    ],
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const membership = await findMembership(db, { userId: session.userId, teamId: null })
            return { data: { ...session, activeOrganizationId: membership?.teamId ?? null } }
          },
        },
      },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
