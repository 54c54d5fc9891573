import type { ExpressionBuilder } from 'kysely'
import { requirePermission, teamPeople } from '#modules/accounts/index.ts'
import { requireAuthorisation } from '#modules/authorisations/index.ts'
import { actorOf, type Document, findFile, logAction, moveTo } from '#modules/documents/index.ts'
import { findSignable, maySend, type Signable } from '#modules/imports/index.ts'
import { requirePaid, requireUses, spendUsage } from '#modules/orders/index.ts'
import { ago, DAY, fromNow, HOUR, now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Database, type Db, inTransaction } from '#src/db/db.ts'
import { job } from '#src/jobs/jobs.ts'
import { putFile } from '#src/jobs/storage.ts'
import { consumeSigningPoints } from '#src/mail/mail-limits.ts'
import { mailboxOf } from '#src/mail/mailbox.ts'
import { recordedTraceparent } from '#src/telemetry/spans.ts'
import { turnsOf } from '#views/signing/turn-order.ts'
import { addressOf, contactIn, identificationOf } from './contact.ts'
import { newCheckCode } from './copy/check-code.ts'
import { makeSigningCopy } from './copy/sent-copy.ts'
import { a4Pages } from './copy/signing-copy.ts'
import { partyLabels } from './copy/signing-parties.ts'
import { storeRealNameChecks } from './identity/real-name-checks.ts'
import { endSigning } from './outcome.ts'
import { type Assignment, assign, findServiceChoice, unsuitableStage } from './providers/choice.ts'
import type { ProviderName } from './providers/provider-name.ts'
import { providerOf } from './providers/registry.ts'
import { recordRevision } from './revisions.ts'
import { isDelayedNow } from './running/held-up.ts'
import type { SigningOrder } from './running/signing-order.ts'
import type { SignatoryEntry, SignatoryState } from './schema.ts'
import { sealsToSend, storePartySeals } from './seals/party-seals.ts'
import { requireIdentityInfo } from './sender-identity.ts'
import { unsuitableService } from './services/service-setting.ts'
import { findSetting, refuseBadSetting, type Setting, signs } from './setting.ts'
import { findStage, startNextStage } from './stages.ts'

/**
 * Whether it was finalised longer ago than making its files can take, so that something must have gone
 * wrong.
 */
const isLongFinal = ({ finalised_at }: Signable) => finalised_at !== null && finalised_at < ago(HOUR)

/**
 * Starts the signing of a finalised document or an imported PDF; it cannot be cancelled. Throws the problem
 * with the signatories, IDENTITY_INFO_MISSING, AUTHORISATION_REQUIRED, FILE_GENERATING before the PDF
 * exists, DOCUMENT_STATUS_WRONG for a second start, TOO_MANY_REQUESTS after fifty mails in a day to one
 * mailbox or six hundred of one team, and SIGNING_IMPOSSIBLE if not everyone could sign and seal the file:
 * then nothing is spent and no one is invited. `locale` is the language of signatories without their own;
 * `order` applies to a document that has no setting.
 */
export async function startSigning(
  db: Db,
  viewer: Viewer,
  documentId: string,
  locale: Locale,
  order?: SigningOrder,
) {
  const document = await findSignable(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  const setting = await findSetting(db, document, order)
  const { signatories, options } = setting
  const { assignments, authorisations } = await requireReady(db, viewer, document, setting)
  if (!document.imported && !(await findFile(db, document.id, 'final-pdf')))
    throw new AppError(isLongFinal(document) ? 'FINALISATION_ABNORMAL' : 'FILE_GENERATING')
  // Staff have compared our own authorisation with the licence.
  const authorisation = authorisations.find(({ provider }) => provider === 'builtin') ?? authorisations[0]!
  await requireUses(db, viewer, 'esign')
  await consumeInvitations(db, viewer, signatories)
  const signingId = newId()
  const turns = turnsOf(signatories)
  const rows = signatories.map((one, index) =>
    newSignatory(one, {
      signingId,
      position: index + 1,
      turn: turns[index]!,
      ...assignments[index]!,
      locale,
    }),
  )
  const placedSigners = rows.map((row, index) => ({ ...row, spots: signatories[index]!.spots })).filter(signs)
  const check_code = newCheckCode()
  const seals = await sealsToSend(db, viewer, document, placedSigners)
  const { bytes: printedBytes, copy } = await makeSigningCopy(db, document, placedSigners, check_code, seals)
  const pages = document.imported?.pageBoxes ?? a4Pages(copy.pages)
  const labels = partyLabels(document)
  let bytes = printedBytes
  for (const provider of providersIn(placedSigners)) {
    const signatories = placedSigners.filter((one) => one.provider === provider.name)
    const stageSeals = seals.filter(({ signatoryId }) => signatories.some(({ id }) => id === signatoryId))
    const trial = { bytes, copy, number: document.number, signatories, seals: stageSeals }
    bytes = (await provider.prepare?.({ ...trial, pages, labels })) ?? bytes
    await provider.rehearse?.({ ...trial, bytes })
  }
  const file = await storeSentFile(db, signingId, bytes)
  await inTransaction(db, async (trx) => {
    if (document.status === 'draft') await finaliseImport(trx, viewer, document)
    await moveTo(trx, document.id, 'signing')
    await trx
      .insertInto('signing.signing')
      .values({
        ...newSigning(signingId, viewer, document),
        expires_at: fromNow(options.days * DAY),
        reminder_days: options.reminderDays,
        message: options.message,
        copy: JSON.stringify(copy),
        check_code,
        traceparent: recordedTraceparent(),
      })
      .execute()
    await trx.insertInto('signing.signatory').values(rows).execute()
    await storeRealNameChecks(
      trx,
      rows.map((row, index) => ({ ...row, entry: signatories[index]! })),
    )
    await storePartySeals(trx, viewer, document, { signingId, seals })
    const { teamId, id: spentBy } = viewer
    await spendUsage(trx, { teamId, kind: 'esign', spentBy, documentId, key: `signing ${signingId}` })
    const actor = actorOf(viewer, document.creator_id)
    await logAction(trx, document.id, actor, 'start-signing', {
      signatories: signatories.length,
      sha256: file.sha256,
      sender: authorisation.sender,
      senderName: authorisation.name,
      ...(authorisation.provider !== 'builtin' && { authorisedAt: authorisation.provider }),
      authorisation: authorisations.map(({ id }) => id).join(' '),
    })
    await recordRevision(trx, signingId, { number: 0, file })
    await startNextStage(trx, signingId)
  })
}

/**
 * The services at which people sign, and the sender's authorisations. Throws the problem with the
 * signatories, IDENTITY_INFO_MISSING, AUTHORISATION_REQUIRED, UNPAID_ORDER. The document may still be a
 * draft.
 */
export async function requireReady(db: Db, viewer: Viewer, document: Signable, setting: Setting) {
  const { signatories: entries, choices: seals } = setting
  refuseBadSetting(document, entries)
  await requireIdentityInfo(db, viewer)
  const choice = await findServiceChoice(db, viewer.teamId, document.id)
  const assignments = assign(document, entries, choice)
  const unsuitable = unsuitableStage({ document, entries, seals, assignments })
  if (unsuitable) throw unsuitableService(unsuitable)
  const authorisations = await requireAuthorisations(db, viewer, assignments)
  await requirePaid(db, viewer)
  return { assignments, authorisations }
}

/** Colleagues do not count, because a team that invites its own people does not trouble strangers. */
async function consumeInvitations(db: Db, viewer: Viewer, signatories: SignatoryEntry[]) {
  const colleagues = await teamPeople(db, viewer).execute()
  const teamMailboxes = new Set(colleagues.flatMap(({ email }) => (email ? [mailboxOf(email)] : [])))
  for (const address of signatories.map((one) => addressOf(contactIn(one))))
    if (!teamMailboxes.has(mailboxOf(address))) await consumeSigningPoints(viewer.teamId, address)
}

/** Throws AUTHORISATION_REQUIRED unless the sender has authorised each service in use. */
async function requireAuthorisations(db: Db, viewer: Viewer, assignments: Assignment[]) {
  const names = [...new Set(assignments.map(({ provider }) => provider))]
  return Promise.all(
    names.map(async (provider) => ({ ...(await requireAuthorisation(db, viewer, provider)), provider })),
  )
}

const providersIn = (people: { provider: ProviderName }[]) => [...new Set(people.map(providerOf))]

/** An imported PDF becomes final when it is first sent. */
async function finaliseImport(trx: Db, viewer: Viewer, { id, creator_id }: Signable) {
  await moveTo(trx, id, 'finalised')
  await logAction(trx, id, actorOf(viewer, creator_id), 'finalise')
}

/** Stores the file to be signed; if the process crashes afterwards, an unreferenced file remains. */
async function storeSentFile(db: Db, signingId: string, bytes: Uint8Array) {
  const sha256 = hashOf(bytes)
  const key = `signings/${signingId}/0-${sha256.slice(0, 24)}.pdf`
  await putFile(db, key, bytes)
  return { key, sha256 }
}

interface NewPosition extends Assignment {
  signingId: string
  position: number
  turn: number
  locale: Locale
}

function newSignatory(entry: SignatoryEntry, signingPosition: NewPosition) {
  const { signingId, position, turn, provider, stage } = signingPosition
  const { party, role = 'signer', name, title = '', locale } = entry
  const contact = contactIn(entry)
  return {
    id: newId(),
    signing_id: signingId,
    position,
    turn_order: turn,
    provider,
    stage,
    role,
    party,
    name,
    title,
    ...contact,
    identification: identificationOf(contact, entry.identification),
    locale: locale ?? signingPosition.locale,
    state: 'waiting' as const,
    signature: null,
  }
}

function newSigning(id: string, viewer: Viewer, document: Document) {
  return {
    id,
    document_id: document.id,
    team_id: viewer.teamId,
    starter_id: viewer.id,
    starter_name: viewer.name,
    starter_team: viewer.teamName,
    document_name: document.name,
    document_number: document.number,
    state: 'started' as const,
    created_at: now(),
  }
}

const signatoriesOf = (eb: ExpressionBuilder<Database, 'signing.signing'>, states: SignatoryState[]) =>
  eb
    .selectFrom('signing.signatory as one')
    .select('one.id')
    .whereRef('one.signing_id', '=', 'signing.signing.id')
    .where('one.role', '!=', 'copy')
    .where('one.state', 'in', states)

/**
 * Ends signings as expired after their deadline; the document may then be sent again. While a signature
 * waits because of a fault of ours, the deadline does not expire.
 */
export const expireSignings = job('overdue-signings', async (db) => {
  let overdue: Awaited<ReturnType<typeof overdueSignings>>
  let lastId = LOWEST_ID
  do {
    overdue = await overdueSignings(db, lastId)
    for (const { id, document_id } of overdue) {
      lastId = id
      if (await isDelayedNow(db, id)) continue
      await db.transaction().execute(async (trx) => {
        if (await expireAtProvider(trx, id)) return
        if (await endSigning(trx, id, 'expired'))
          await logAction(trx, document_id, 'system', 'expire-signing')
      })
    }
  } while (overdue.length === BATCH_SIZE)
})

/** Whether the people whose turn it is sign at a service that must end the signing first. */
async function expireAtProvider(trx: Db, signingId: string): Promise<boolean> {
  const currentStage = await findStage(trx, signingId)
  const expire = currentStage && providerOf(currentStage).expire
  await expire?.(trx, signingId)
  return expire !== undefined
}

const BATCH_SIZE = 100
/** Sorts before every id. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** The next signings past their deadline in which signatures are missing and none is being written. */
const overdueSignings = (db: Db, after: string) =>
  db
    .selectFrom('signing.signing')
    .select(['id', 'document_id'])
    .where('state', '=', 'started')
    .where('expires_at', '<', now())
    .where('id', '>', after)
    .where((eb) => eb.not(eb.exists(signatoriesOf(eb, ['signing']))))
    .where((eb) => eb.exists(signatoriesOf(eb, ['waiting', 'invited'])))
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
