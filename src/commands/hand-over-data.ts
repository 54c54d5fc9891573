import { findOwner } from '#modules/accounts/account.ts'
import { handOverData } from '#modules/data-exports/hand-over.ts'
import { withDatabase } from '#src/app/command-database.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'

const HELP = `Writes everything that is kept about an account to a zip file, documents included: for a customer whose
account is disabled. Give it to nobody else, and only after checking who asks.

  npm run hand-over-data -- USERNAME FILE [${LOCALES.join(' | ')}]`

const isLocale = (word: string): word is Locale => (LOCALES as readonly string[]).includes(word)

async function write(db: Db, [username, path, locale = 'zh_CN']: string[]) {
  if (!username || !path || !isLocale(locale)) throw new Error(HELP)
  const viewer = await findOwner(db, username)
  if (!viewer) throw new Error(`No account has the username ${username}`)
  const leftOutFiles = await handOverData(db, viewer, { path, locale })
  console.log(`${path} is written.`)
  for (const file of leftOutFiles) console.log(`Left out: ${file.path} (${file.why})`)
}

await withDatabase((db) => write(db, process.argv.slice(2)), { shared: true })
