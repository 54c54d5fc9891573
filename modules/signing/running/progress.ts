import { type Expression, type Selectable, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { requirePermission } from '#modules/accounts/index.ts'
import { actorOf, findHeading, logAction } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { nextReminder } from '#src/core/reminder.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isRefused, isUndelivered } from '#src/mail/mail.ts'
import { consumeReminderPoint, consumeSigningPoints } from '#src/mail/mail-limits.ts'
import { momentText } from '#views/values/moment.tsx'
import { addressOf, isAtAccount } from '../contact.ts'
import { reportedLevels } from '../identity/reported-levels.ts'
import { lockSigning } from '../outcome.ts'
import { providerOf } from '../providers/registry.ts'
import type { IdentityLevel } from '../providers/remote/service.ts'
import type { RealNameCheckTable, SignatoryTable, SigningTable } from '../schema.ts'
import { runningTurns } from '../signing-step.ts'
import { type Question, questionFrom, questionsOf } from './questions.ts'
import { waitsForRetry } from './waiting-jobs.ts'

/** One signing of a document, with its signatories in order. */
export interface SigningRound {
  signing: Pick<
    Selectable<SigningTable>,
    'id' | 'state' | 'starter_name' | 'created_at' | 'expires_at' | 'ended_at' | 'reminder_days'
  >
  /**
   * `refused`: the mailbox rejects our mails; `undelivered`: it did not accept the last one;
   * `standing_still`: the signing is delayed by a fault of ours.
   */
  signatories: (Selectable<SignatoryTable> & {
    refused: boolean
    undelivered: boolean
    standing_still: boolean
    questions: Question[]
    real_name: RealName | null
    /** The identity level that another company's e-sign service reported. */
    reported_level: IdentityLevel | null
  })[]
}

const ADDRESS = sql<string>`coalesce(signatory.email, signatory.phone)`

/** The real-name check of a signatory, as shown on pages. */
export type RealName = Pick<
  Selectable<RealNameCheckTable>,
  'elements' | 'state' | 'name' | 'number' | 'waived_by'
>

const realNameOf = (db: Db, signatoryId: Expression<unknown>) =>
  jsonObjectFrom(
    db
      .selectFrom('signing.real_name_check')
      .select(['elements', 'state', 'name', 'number', 'waived_by'])
      .where(sql<boolean>`signatory_id = ${signatoryId}`),
  )

/**
 * A signing of a document that the viewer may see, by default the latest. Throws NOT_FOUND if there was
 * none.
 */
export async function findSigning(db: Db, viewer: Viewer, documentId: string) {
  const document = await findHeading(db, viewer, documentId)
  const rows = await db
    .selectFrom('signing.signing as signing')
    .innerJoin('signing.signatory as signatory', 'signatory.signing_id', 'signing.id')
    .selectAll('signatory')
    .select(isRefused(ADDRESS).as('refused'))
    .select(isUndelivered(ADDRESS).as('undelivered'))
    .select(waitsForRetry(sql.ref('signing.id')).as('standing_still'))
    .select(realNameOf(db, sql.ref('signatory.id')).as('real_name'))
    .select(questionsOf(db, sql.ref('signatory.id')).as('questions'))
    .select(['signing.state as signing_state', 'starter_name'])
    .select(['signing.created_at', 'signing.expires_at', 'signing.ended_at', 'reminder_days'])
    .where('document_id', '=', document.id)
    .orderBy('signing.id', 'desc')
    .orderBy('position')
    .execute()
  const levels = await reportedLevels(db, document.id, rows)
  const rounds = [...Map.groupBy(rows, (row) => row.signing_id).values()].map((signatories): SigningRound => {
    const { signing_state: state, signing_id: id, ...signing } = signatories[0]!
    const withQuestions = signatories.map((one) => ({
      ...one,
      questions: one.questions.map(questionFrom),
      reported_level: levels.get(one.id) ?? null,
    }))
    return { signing: { ...signing, id, state }, signatories: withQuestions }
  })
  const [latest, ...earlier] = rounds
  return latest ? { document, ...latest, earlier } : notFound()
}

/** Whether a signing of a document that the viewer may see is running. Throws NOT_FOUND. */
export async function isRunning(db: Db, viewer: Viewer, documentId: string): Promise<boolean> {
  const { status } = await findHeading(db, viewer, documentId)
  return status === 'signing'
}

/** The signatories who are invited now. */
export const invitedIn = ({ signing, signatories }: SigningRound) =>
  signing.state === 'started' ? signatories.filter((one) => one.state === 'invited') : []

/** Whether a signatory is invited and the service can send reminders. */
export const isRemindable = (round: SigningRound, signatory: SigningRound['signatories'][number]) =>
  invitedIn(round).includes(signatory) && providerOf(signatory).remind !== undefined

/** The viewer's own signing step, found by the signatory's contacts. */
export const ownTurnIn = (round: SigningRound, viewer: Viewer) =>
  invitedIn(round).find((one) => isAtAccount(one, viewer))

/** A signatory of the latest signing, for its sender. Throws NOT_FOUND, ACCESS_DENIED. */
export async function findSignatory(db: Db, viewer: Viewer, documentId: string, signatoryId: string) {
  const signing = await findSigning(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  const signatory = signing.signatories.find(({ id }) => id === signatoryId)
  return signatory ? { found: signing, signatory } : notFound()
}

/**
 * Sends a new link to an invited signatory. Throws SIGNING_STATUS_WRONG if the signatory is not invited or
 * has just signed, TOO_MANY_REQUESTS within a day of the last reminder, or after too many.
 */
export async function remindSignatory(db: Db, viewer: Viewer, documentId: string, signatoryId: string) {
  const { found: signing, signatory } = await findSignatory(db, viewer, documentId, signatoryId)
  if (!isRemindable(signing, signatory)) throw new AppError('SIGNING_STATUS_WRONG')
  const nextReminderAt = nextReminder(signatory.reminders)
  if (nextReminderAt) {
    const retryAfter = Math.ceil((nextReminderAt.getTime() - now().getTime()) / 1000)
    throw new AppError(
      'TOO_MANY_REQUESTS',
      { retryAfter, at: momentText(nextReminderAt) },
      'signing.remindedLately',
    )
  }
  await consumeReminderPoint(viewer.teamId)
  await consumeSigningPoints(viewer.teamId, addressOf(signatory))
  await db.transaction().execute(async (trx) => {
    const { document } = signing
    const actor = actorOf(viewer, document.creator_id)
    const reminder = { signatory, documentId: document.id, actor }
    if (!(await sendReminder(trx, reminder))) throw new AppError('SIGNING_STATUS_WRONG')
  })
}

interface Reminder {
  signatory: Pick<Selectable<SignatoryTable>, 'id' | 'signing_id' | 'provider' | 'name' | 'reminders'>
  documentId: string
  actor: Parameters<typeof logAction>[2]
}

/**
 * Returns false if the signing has ended, the person is not invited or was reminded concurrently, or the
 * service does not send reminders.
 */
export async function sendReminder(trx: Db, { signatory, documentId, actor }: Reminder) {
  const { id, name, reminders } = signatory
  const { remind } = providerOf(signatory)
  if (!remind) return false
  if ((await lockSigning(trx, signatory.signing_id)) !== 'started') return false
  const updated = await trx
    .updateTable('signing.signatory')
    .set({ reminders: sql<Date[]>`array_append(reminders, ${now()}::timestamptz)` })
    .where('id', '=', id)
    .where('state', '=', 'invited')
    .where(sql<number>`cardinality(reminders)`, '=', reminders.length)
    .executeTakeFirst()
  if (updated.numUpdatedRows !== 1n) return false
  await remind(trx, id)
  await logAction(trx, documentId, actor, 'remind-signatory', {
    signatory: name,
    count: reminders.length + 1,
  })
  return true
}

/** A link for the viewer to sign with. Throws SIGNING_STATUS_WRONG if it is not the viewer's turn. */
export async function ownLink(db: Db, viewer: Viewer, documentId: string): Promise<string> {
  const signing = await findSigning(db, viewer, documentId)
  const turn = ownTurnIn(signing, viewer)
  if (!turn) throw new AppError('SIGNING_STATUS_WRONG')
  return db.transaction().execute(async (trx) => {
    await lockSigning(trx, signing.signing.id)
    return providerOf(turn).signerLink(trx, turn.id)
  })
}

/**
 * A new link for the invited signatory, which replaces the link that was sent. Null if the signatory is not
 * invited, or if the signatory's address and phone are not the viewer's.
 */
export async function linkToSign(trx: Db, signatoryId: string, viewer: Viewer): Promise<string | null> {
  const turn = await runningTurns(trx).where('signatory.id', '=', signatoryId).executeTakeFirst()
  if (!turn || !isAtAccount(turn, viewer)) return null
  await lockSigning(trx, turn.signing_id)
  return providerOf(turn).signerLink(trx, turn.id)
}
