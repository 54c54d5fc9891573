import { agreementVersions } from '#src/core/agreement-versions.ts'
import { now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'

/** Records that the account accepted the current versions, in addition to earlier ones. */
export async function recordAgreement(trx: Db, accountId: string, locale: Locale) {
  const rows = agreementVersions().map((one) => ({
    ...one,
    account_id: accountId,
    locale,
    agreed_at: now(),
  }))
  if (!rows.length) return
  await trx
    .insertInto('accounts.agreement')
    .values(rows)
    .onConflict((oc) => oc.constraint('agreement_once').doNothing())
    .execute()
}
