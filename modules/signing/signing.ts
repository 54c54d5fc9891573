import { type Expression, sql } from 'kysely'
import { requirePermission } from '#modules/accounts/index.ts'
import {
  type Document,
  findDocument,
  findFile,
  findHeading,
  logAction,
  moveTo,
  SYSTEM,
} from '#modules/documents/index.ts'
import { spendIfLeft } from '#modules/orders/index.ts'
import type { Db } from '#src/app/database.ts'
import { DAY, fromNow, now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { job } from '#src/jobs/jobs.ts'
import { endSigning } from './outcome.ts'
import { providerFor, providerOf } from './providers/registry.ts'
import type { ProviderName } from './schema.ts'
import { findSetting, refuseBadSetting } from './setting.ts'

const VALID_FOR = 30 * DAY

/**
 * Starts the signing of a finalised document: from here on it cannot be cancelled. Throws what is wrong
 * with the signatories, FILE_GENERATING before the PDF is there, DOCUMENT_STATUS_WRONG for a second start.
 */
export async function startSigning(db: Db, viewer: Viewer, documentId: string, locale: Locale) {
  const document = await findDocument(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  if (document.status !== 'finalised') throw new AppError('DOCUMENT_STATUS_WRONG')
  const signatories = await findSetting(db, document)
  refuseBadSetting(document, signatories)
  if (!(await findFile(db, document.id, 'final-pdf'))) throw new AppError('FILE_GENERATING')
  const provider = providerFor(document)
  const signingId = newId()
  await db.transaction().execute(async (trx) => {
    await moveTo(trx, document.id, 'signing')
    await trx
      .insertInto('signing.signing')
      .values(newSigning(signingId, viewer, document, provider.name))
      .execute()
    await trx
      .insertInto('signing.signatory')
      .values(
        signatories.map(({ party, name, email }, index) => ({
          ...{ id: newId(), signing_id: signingId, position: index + 1, party, name, email, locale },
          state: 'waiting' as const,
          signature: null,
        })),
      )
      .execute()
    const { teamId, id: spentBy } = viewer
    await spendIfLeft(trx, { teamId, kind: 'esign', spentBy, documentId, key: `signing ${signingId}` })
    const actor = {
      identity: viewer.id === document.creator_id ? 'creator' : 'colleague',
      operator: viewer.name,
    } as const
    await logAction(trx, document.id, actor, 'start-signing', { signatories: signatories.length })
    await provider.start(trx, { signingId, documentId: document.id })
  })
}

function newSigning(id: string, viewer: Viewer, document: Document, provider: ProviderName) {
  return {
    id,
    document_id: document.id,
    team_id: viewer.teamId,
    starter_id: viewer.id,
    starter_name: viewer.name,
    starter_team: viewer.teamName,
    document_name: document.name,
    document_number: document.number,
    provider,
    state: 'started' as const,
    created_at: now(),
    expires_at: fromNow(VALID_FOR),
  }
}

/** The latest signing of a document the viewer may see, with its signatories in order. */
export async function findSigning(db: Db, viewer: Viewer, documentId: string) {
  const document = await findHeading(db, viewer, documentId)
  const latest = db
    .selectFrom('signing.signing')
    .select(['id', 'provider', 'state'])
    .where('document_id', '=', document.id)
    .orderBy('id', 'desc')
    .limit(1)
  const rows = await db
    .selectFrom(latest.as('signing'))
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .selectAll('signatory')
    .select(['provider', 'signing.state as signingState'])
    .orderBy('position')
    .execute()
  if (!rows[0]) notFound()
  const { provider, signingState: state } = rows[0]
  return { document, signing: { provider, state }, signatories: rows }
}

/** Sends the link again to whoever's turn it is. Throws SIGNING_STATUS_WRONG when nobody is to sign. */
export async function remindSignatory(db: Db, viewer: Viewer, documentId: string) {
  const { signing, signatories } = await findSigning(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  const invited = signatories.find((one) => one.state === 'invited')
  if (signing.state !== 'started' || !invited) throw new AppError('SIGNING_STATUS_WRONG')
  await db.transaction().execute((trx) => providerOf(signing).remind(trx, invited.id))
}

/** Signings past their last day end as expired; the document may then be sent out anew. */
export const expireSignings = job('overdue-signings', async (db) => {
  const overdue = await db
    .selectFrom('signing.signing')
    .select(['id', 'document_id'])
    .where('state', '=', 'started')
    .where('expires_at', '<', now())
    .limit(100)
    .execute()
  for (const { id, document_id } of overdue)
    await db.transaction().execute(async (trx) => {
      if (await endSigning(trx, id, 'expired')) await logAction(trx, document_id, SYSTEM, 'expire-signing')
    })
})

/** For other modules' queries: whether a signatory at this address is asked to sign now. */
export const awaitsSignature = (email: Expression<string | null>) => sql<boolean>`exists (
  select from signing.signatory as signatory
  join signing.signing as signing on signing.id = signatory.signing_id
  where lower(signatory.email) = lower(${email}) and signatory.state = 'invited' and signing.state = 'started')`
