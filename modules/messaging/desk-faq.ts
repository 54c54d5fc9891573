import { hash } from 'node:crypto'
import { generateKeyBetween } from 'fractional-indexing'
import { sql } from 'kysely'
import { logDeskAction, staffNames } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { notFound } from '#src/core/errors.ts'
import { LOCALES, type Locale } from '#src/core/i18n.ts'
import { isId, newId } from '#src/core/ids.ts'
import type { Move } from '#src/core/reorder.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { positionAfter } from './faq-position.ts'
import type { FaqActionTable, FaqChange, FaqText } from './schema.ts'

export type FaqTexts = Record<Locale, FaqText>

/** All questions in order, including archived ones. */
export async function listDeskFaqs(db: Db) {
  return db
    .selectFrom('messaging.faq')
    .select(['id', 'position', 'texts', 'helpful', 'unhelpful', 'archived_at'])
    .orderBy('position')
    .execute()
}

export type DeskFaq = Awaited<ReturnType<typeof listDeskFaqs>>[number]

/** Throws NOT_FOUND. */
export async function findFaq(db: Db, id: string): Promise<DeskFaq> {
  return (isId(id) && (await listDeskFaqs(db)).find((faq) => faq.id === id)) || notFound()
}

/** The history of a question, newest first. */
export async function actionsOnFaq(db: Db, id: string) {
  return db
    .selectFrom('messaging.faq_action as action')
    .leftJoin(staffNames(db).as('staff'), 'staff.id', 'staff_id')
    .select(['action.id', 'action', 'changes', 'at', 'staff.name as staffName'])
    .where('faq_id', '=', id)
    .orderBy('action.id', 'desc')
    .execute()
}

async function logAction(
  trx: Db,
  viewer: Viewer,
  faqId: string,
  action: FaqActionTable['action'],
  changes: FaqChange[] = [],
) {
  const row = { id: newId(), faq_id: faqId, staff_id: viewer.id, action, at: now() }
  await trx
    .insertInto('messaging.faq_action')
    .values({ ...row, changes: JSON.stringify(changes) })
    .execute()
  const { texts } = await findFaq(trx, faqId)
  await logDeskAction(trx, viewer, {
    accountId: null,
    subject: texts.zh_CN.question.slice(0, 100),
    path: `/desk/faq/${faqId}`,
    action: 'change-faq',
    reason: action,
  })
}

/** Runs `work` under a lock, so that changes of the order run one after the other. */
function withOrderLock<T>(db: Db, work: (trx: Db, all: DeskFaq[]) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('faq', 0))`.execute(trx)
    return work(trx, await listDeskFaqs(trx))
  })
}

const FIELDS = ['question', 'answer'] as const

function changesOf(oldTexts: FaqTexts | null, newTexts: FaqTexts): FaqChange[] {
  return LOCALES.flatMap((locale) =>
    FIELDS.map((field) => ({
      what: field,
      locale,
      before: oldTexts?.[locale][field] ?? '',
      after: newTexts[locale][field],
    })),
  ).filter((change) => change.before !== change.after)
}

/** Adds a question after all others, including archived ones, which may be restored. */
export async function addFaq(db: Db, viewer: Viewer, texts: FaqTexts): Promise<string> {
  return withOrderLock(db, async (trx, faqs) => {
    const id = newId()
    const position = generateKeyBetween(faqs.at(-1)?.position ?? null, null)
    const row = { id, position, texts: JSON.stringify(texts), updated_at: now(), updated_by: viewer.id }
    await trx.insertInto('messaging.faq').values(row).execute()
    await logAction(trx, viewer, id, 'add', changesOf(null, texts))
    return id
  })
}

/** A digest of the texts, by which a form notices changes. */
export const digestOf = (texts: FaqTexts) =>
  hash('sha256', JSON.stringify(LOCALES.map((locale) => FIELDS.map((field) => texts[locale][field]))))

/**
 * Saves the texts. Returns false when a colleague has saved other texts since the form was opened, when
 * their digest was `shownDigest`.
 */
export async function editFaq(
  db: Db,
  viewer: Viewer,
  id: string,
  { was: shownDigest, texts }: { was: string; texts: FaqTexts },
): Promise<boolean> {
  return withOrderLock(db, async (trx) => {
    const storedTexts = (await findFaq(trx, id)).texts
    const changes = changesOf(storedTexts, texts)
    if (!changes.length) return true
    if (digestOf(storedTexts) !== shownDigest) return false
    await update(trx, viewer, id, { texts: JSON.stringify(texts) })
    await logAction(trx, viewer, id, 'edit', changes)
    return true
  })
}

/**
 * Moves a question. Returns the result: it was moved, was there already, or is archived and has no position.
 * Throws NOT_FOUND.
 */
export async function moveFaq(
  db: Db,
  viewer: Viewer,
  id: string,
  move: Move,
): Promise<'moved' | 'stayed' | 'away'> {
  return withOrderLock(db, async (trx, faqs) => {
    const faq = faqs.find((one) => one.id === id) ?? notFound()
    if (faq.archived_at) return 'away'
    const position = positionAfter(faqs, faq, move)
    if (position === null) return 'stayed'
    const oldPlace = placeOf(faqs, id)
    await update(trx, viewer, id, { position })
    const newPlace = placeOf(await listDeskFaqs(trx), id)
    if (oldPlace === newPlace) return 'stayed'
    await logAction(trx, viewer, id, 'move', [{ what: 'place', before: oldPlace, after: newPlace }])
    return 'moved'
  })
}

const placeOf = (faqs: DeskFaq[], id: string) =>
  String(faqs.filter((faq) => !faq.archived_at).findIndex((faq) => faq.id === id) + 1)

/**
 * Archives a question, or restores it to its position; does nothing if it is already archived or restored.
 */
export async function setArchived(db: Db, viewer: Viewer, id: string, isArchived: boolean) {
  await withOrderLock(db, async (trx) => {
    if (Boolean((await findFaq(trx, id)).archived_at) === isArchived) return
    await update(trx, viewer, id, { archived_at: isArchived ? now() : null })
    await logAction(trx, viewer, id, isArchived ? 'archive' : 'restore')
  })
}

async function update(
  trx: Db,
  viewer: Viewer,
  id: string,
  columns: { texts?: string; position?: string; archived_at?: Date | null },
) {
  const editor = { updated_at: now(), updated_by: viewer.id }
  await trx
    .updateTable('messaging.faq')
    .set({ ...columns, ...editor })
    .where('id', '=', id)
    .execute()
}
