import type { Connection, Db } from '@paddock/db'

/** A pool that can be thrown away and opened anew while everybody goes on using the same `db`. */
export interface RenewablePool extends Connection {
  /**
   * Opens new connections. Statements that wait on the old ones fail within seconds: on a connection that a firewall
   * forgot they would wait for a quarter of an hour.
   */
  renew(): void
}

export function renewablePool(open: () => Connection): RenewablePool {
  let current = open()
  const db = new Proxy({} as Db, {
    get(_target, key) {
      const value: unknown = Reflect.get(current.db, key, current.db)
      return typeof value === 'function' ? value.bind(current.db) : value
    },
  })
  return {
    db,
    renew() {
      void current.close().catch(() => {})
      current = open()
    },
    close: () => current.close(),
  }
}
