/** All that PostgreSQL's programs get of the environment; PATH is for setpriv and unshare. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' }
