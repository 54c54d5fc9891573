import { sql } from 'kysely'
import type { Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import { logDeskAction } from '#modules/accounts/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError, notFound } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import type { Pronunciation } from '../library/pronunciation.ts'
import { shippedTemplates } from '../library/shipped.ts'
import { libraryEntries } from '../library.ts'
import type { TemplateActionTable } from '../schema.ts'
import { noteVersions } from '../template-newsletter.ts'
import { doubtsIn, faultsIn, findDraft, isParsed, needsReason, type ParsedDraft } from './draft.ts'
import type { Problem } from './inspect.ts'
import { inspectApart } from './inspection.ts'
import { notifyLibraryChange, refreshLibrary } from './refresh.ts'

/**
 * The confirmation of a check's doubts, with reasons. `seen` lists the doubts that were shown; only these
 * are confirmed.
 */
export interface Confirmation {
  confirmed: boolean | 'seen'
  reason?: string
}

/** Throws TEMPLATE_UNCONFIRMED. */
export function requireConfirmed(
  draft: ParsedDraft,
  problems: Problem[],
  { confirmed, reason = '' }: Confirmation,
) {
  const isUnconfirmed = problems.length > 0 && confirmed !== true
  if (isUnconfirmed || (needsReason(draft) && !reason.trim())) throw new AppError('TEMPLATE_UNCONFIRMED')
}

/**
 * Publishes a checked draft after checking it again; does nothing if it is already published. Throws
 * TEMPLATE_FAULTY, TEMPLATE_UNCONFIRMED if a doubt is not confirmed or its reason is missing, or
 * TEMPLATE_VERSION_TAKEN if the version is not higher than the one in force.
 */
export async function publishDraft(
  db: Db,
  viewer: Staff,
  id: string,
  confirmation: Confirmation,
): Promise<string> {
  const draft = await findDraft(db, id)
  if (draft.published_at && isParsed(draft)) return draft.code
  const { template = null, notes = null, spoken = null, problems } = await inspectApart(draft.yaml)
  const checkedDraft = { ...draft, problems, template, notes, ...(template && codeAndVersion(template)) }
  if (!isParsed(checkedDraft) || faultsIn(checkedDraft).length) throw new AppError('TEMPLATE_FAULTY')
  const confirmedMessages = new Set(
    confirmation.confirmed === 'seen' ? doubtsIn(draft).map(({ message }) => message) : [],
  )
  requireConfirmed(
    checkedDraft,
    doubtsIn(checkedDraft).filter(({ message }) => !confirmedMessages.has(message)),
    confirmation,
  )
  const { reason = '' } = confirmation
  await db.transaction().execute((trx) => insertPublication(trx, viewer, checkedDraft, { spoken, reason }))
  await refreshLibrary(db)
  return checkedDraft.code
}

type Staff = Pick<Viewer, 'id'>

const codeAndVersion = ({ code, version }: Template) => ({ code, version })

/** Locks the template's row, so that concurrent publications of a template run one after the other. */
async function insertPublication(
  trx: Db,
  viewer: Staff,
  draft: ParsedDraft,
  { spoken, reason }: { spoken: Pronunciation | null; reason: string },
) {
  const { id, code, version, yaml } = draft
  await lockCode(trx, code)
  const newestVersion = await newestPublished(trx, code)
  if (newestVersion?.draft_id === id) return
  const shippedVersion = shippedTemplates.find((one) => one.code === code)?.version ?? 0
  if (version <= Math.max(newestVersion?.version ?? 0, shippedVersion))
    throw new AppError('TEMPLATE_VERSION_TAKEN')
  await trx.deleteFrom('templates.scheduling').where('draft_id', '=', id).execute()
  const confirmedDoubts = doubtsIn(draft).map(confirmedWords)
  const details = confirmedDoubts.length
    ? { confirmed: confirmedDoubts, ...(reason.trim() && { reason: reason.trim() }) }
    : {}
  const { template, notes } = draft
  await storeVersion(trx, viewer, { draftId: id, yaml, template, notes, spoken }, details)
  await notifyLibraryChange(trx)
}

interface Publication {
  draftId: string
  yaml: string
  template: Template
  notes: TemplateNotes
  spoken: Pronunciation | null
}

/** Stores a version of a template and its log row. The caller locks the code and notifies the processes. */
export async function storeVersion(
  trx: Db,
  viewer: Staff,
  { draftId, yaml, template, notes, spoken }: Publication,
  details: { confirmed?: string[]; reason?: string },
) {
  const { code, version } = template
  await trx
    .insertInto('templates.published_template')
    .values({
      code,
      version,
      yaml,
      draft_id: draftId,
      published_by: viewer.id,
      published_at: now(),
      template: JSON.stringify(template),
      notes: JSON.stringify(notes),
      spoken: spoken && JSON.stringify(spoken),
    })
    .execute()
  await noteVersions(trx, [{ code, version }], null)
  await logAction(trx, viewer, { code, action: 'publish', version, ...details })
}

/** How a confirmed doubt is described: a law as cited, any other doubt by its rule and its place. */
export const confirmedWords = ({ kind, rule, check, clause, message }: Problem): string =>
  kind === 'law' ? message : [rule ?? check, clause || message].filter(Boolean).join(': ')

/** Locks a template until the transaction ends. */
export const lockCode = (trx: Db, code: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`template ${code}`}, 0))`.execute(trx)

/** The newest published version of a template. */
export const newestPublished = (trx: Db, code: string) =>
  trx
    .selectFrom('templates.published_template')
    .select(['version', 'draft_id'])
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

async function logAction(
  trx: Db,
  viewer: Staff,
  {
    confirmed,
    reason,
    ...columns
  }: Pick<TemplateActionTable, 'code' | 'action'> & {
    version?: number
    confirmed?: string[]
    reason?: string
  },
) {
  const details = JSON.stringify({ ...(confirmed && { confirmed }), ...(reason && { reason }) })
  await trx
    .insertInto('templates.template_action')
    .values({ id: newId(), staff_id: viewer.id, version: null, details, at: now(), ...columns })
    .execute()
  await logDeskAction(trx, viewer, {
    accountId: null,
    subject: columns.version ? `${columns.code} ${columns.version}` : columns.code,
    path: `/desk/templates/${columns.code}`,
    action: 'change-template',
    reason: [columns.action, reason, confirmed?.join('; ')].filter(Boolean).join(': ').slice(0, 500),
  })
}

/**
 * Retires a template or offers it again; does nothing if this is already the case. Existing documents and
 * saved templates do not change. Throws NOT_FOUND.
 */
export async function setRetired(db: Db, viewer: Viewer, code: string, isRetired: boolean) {
  const entry = libraryEntries().find(({ template }) => template.code === code) ?? notFound()
  await db.transaction().execute(async (trx) => {
    await lockCode(trx, code)
    await noteVersions(trx, [entry.template], now())
    const changedRows = await trx
      .updateTable('templates.library_entry')
      .set({ retired_at: isRetired ? now() : null })
      .where('code', '=', code)
      .where('retired_at', isRetired ? 'is' : 'is not', null)
      .returning('code')
      .execute()
    if (!changedRows.length) return
    await logAction(trx, viewer, { code, action: isRetired ? 'retire' : 'restore' })
    await notifyLibraryChange(trx)
  })
  await refreshLibrary(db)
}
