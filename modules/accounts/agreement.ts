import { type AgreementVersion, agreementVersions, upcomingVersions } from '#src/core/agreement-versions.ts'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { emit } from '#src/jobs/module-events.ts'

/** Records that the account accepted the versions in force. Earlier acceptances remain. */
export const recordAgreement = (db: Db, accountId: string, locale: Locale) =>
  record(db, accountId, locale, agreementVersions())

/**
 * Records that the viewer accepted one version, which is in force or published ahead. Throws NOT_FOUND for
 * other versions.
 */
export async function acceptAgreement(
  db: Db,
  viewer: Viewer,
  locale: Locale,
  acceptedVersion: AgreementVersion,
) {
  const matchingVersion = [...agreementVersions(), ...upcomingVersions()].find(
    ({ document, version }) => document === acceptedVersion.document && version === acceptedVersion.version,
  )
  await record(db, viewer.id, locale, [matchingVersion ?? notFound()])
}

async function record(db: Db, accountId: string, locale: Locale, versions: AgreementVersion[]) {
  if (!versions.length) return
  const rows = versions.map(({ document, version }) => ({
    document,
    version,
    account_id: accountId,
    locale,
    agreed_at: now(),
  }))
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('accounts.agreement')
      .values(rows)
      .onConflict((oc) => oc.constraint('agreement_once').doNothing())
      .execute()
    await emit(trx, 'agreements-accepted', { accountId, versions })
  })
}
