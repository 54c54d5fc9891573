import type { Db } from '#src/db/db.ts'

/** Text that real errors contain and no response may contain. */
export const SECRET = 'select "password_hash" from "accounts"."account" where /srv/qishu/src/secret.ts'

const LOGIN_CHECK = new Set(['platform.session', 'accounts.account as account'])
const WRITES = new Set(['insertInto', 'updateTable', 'deleteFrom', 'transaction'])

/** The same database, with every query failing after the session has been checked. */
export function failingDatabase(db: Db): Db {
  const fail = () => {
    throw new Error(SECRET)
  }
  return new Proxy(db, {
    get: (target, key) => {
      if (WRITES.has(key as string)) return fail
      const value = Reflect.get(target, key)
      if (key === 'selectFrom')
        return (table: string) => (LOGIN_CHECK.has(table) ? target.selectFrom(table as never) : fail())
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
