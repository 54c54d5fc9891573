import { sql } from 'kysely'
import type { Answers, LanguageChoice } from '#assembly/answers.ts'
import { blankAnswers } from '#assembly/blank.ts'
import { favouredParties, planPosition } from '#assembly/edit/position.ts'
import type { Template } from '#assembly/template/template.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import { requirePaid, spendUsage, usageKindOf } from '#modules/orders/index.ts'
import { mayUse } from '#modules/templates/index.ts'
import { now, shanghaiDay } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { type Db, inTransaction } from '#src/db/db.ts'
import { escapeLike } from '#src/db/patterns.ts'
import { actorOf, logAction } from '../audit-log.ts'
import type { CopyKind, DeclineNote } from '../schema.ts'
import { recordVersion } from '../versions/version.ts'
import { counterpartiesIn } from './counterparty.ts'
import { calledText, enteredText } from './entered-text.ts'
import { logPosition } from './position.ts'

interface NewDraft {
  version: number
  languages: LanguageChoice
  name?: string
  /** The key of the party that the first draft favours, or `neutral`; '' for the template's own wording. */
  position?: string
}

/**
 * Creates a draft. The template's text is stored with it, so that a newer version of the template does not
 * change the draft. Throws TEMPLATE_NOT_IN_PLAN, UNPAID_ORDER, USAGE_INSUFFICIENT, or TEMPLATE_UPDATED when
 * the form showed an older version.
 */
export const createDocument = (
  db: Db,
  viewer: Viewer,
  template: Template,
  { version, languages, name, position = '' }: NewDraft,
): Promise<string> =>
  inTransaction(db, async (trx) => {
    requireUse(viewer, template)
    if (version !== template.version) throw new AppError('TEMPLATE_UPDATED')
    const title = languages.primary === 'en' ? template.title.en : titleIn(template, languages.script)
    const favouredKeys = favouredParties(template)
    const isValidPosition =
      favouredKeys.length > 0 && (position === 'neutral' || favouredKeys.includes(position))
    const { answers } = planPosition(
      blankAnswers(template, languages),
      template,
      isValidPosition ? position : '',
    )
    const { id } = await insertDraft(trx, viewer, { template, answers, name: name ?? title })
    if (answers.position) await logPosition(trx, id, actorOf(viewer, viewer.id), { template, answers })
    return id
  })

/** Throws ACCESS_DENIED, or TEMPLATE_NOT_IN_PLAN. */
export function requireUse(viewer: Viewer, template: Template) {
  requirePermission(viewer, 'document.create')
  if (!mayUse(viewer.permissions, template)) throw new AppError('TEMPLATE_NOT_IN_PLAN')
}

function titleIn(template: Template, script: LanguageChoice['script']): string {
  return script === 'Hant' ? (template.title.hant ?? template.title.zh) : template.title.zh
}

interface Draft {
  template: Template
  answers: Answers
  /** The desired name; if another document has it, " (2)" and so on is appended. */
  name: string
  from?: DraftOrigin
  /** The saved template from which the draft is made. */
  savedTemplate?: { id: string; name: string }
}

/** The source of a draft. */
interface DraftOrigin {
  id: string
  number: string
  as: CopyKind
  note: DeclineNote | null
}

/** Inserts a draft, counts the use of its template and starts its log. */
export async function insertDraft(trx: Db, viewer: Viewer, draft: Draft) {
  const { template, answers, name, from, savedTemplate } = draft
  const id = newId()
  await requirePaid(trx, viewer)
  const number = await nextNumber(trx, viewer.teamId)
  const { singleUntil } = await spendUse(trx, viewer, template, id)
  const names = { name: await freeName(trx, viewer.teamId, name), number }
  await trx
    .insertInto('documents.document')
    .values({
      id,
      team_id: viewer.teamId,
      creator_id: viewer.id,
      ...names,
      called: calledText(names),
      status: 'draft',
      valid_until: singleUntil,
      template_code: template.code,
      template: JSON.stringify(template),
      answers: JSON.stringify(answers),
      ...counterpartiesIn(answers, viewer.teamName),
      words: enteredText(answers),
      saved_by: viewer.id,
      created_at: now(),
      updated_at: now(),
      ...(from && { copied_from: from.id, copied_as: from.as }),
      ...(from?.note && { note: JSON.stringify(from.note) }),
      ...(savedTemplate && { saved_template_id: savedTemplate.id }),
    })
    .execute()
  await recordVersion(trx, { id }, viewer, 'create')
  const originDetails = {
    ...(from && { from: from.number }),
    ...(savedTemplate && { from: savedTemplate.name }),
  }
  const details = { template: template.code, number, ...originDetails }
  await logAction(trx, id, actorOf(viewer, viewer.id), 'create', details)
  return { id, number }
}

async function spendUse(trx: Db, viewer: Viewer, template: Template, documentId: string) {
  const kind = usageKindOf(template)
  const spentBy = viewer.id
  return spendUsage(trx, { teamId: viewer.teamId, kind, spentBy, documentId, key: `document ${documentId}` })
}

/**
 * The next number of the team, as QS-2026-0142: counted by team and by year in Shanghai, without gaps among
 * committed documents.
 */
export async function nextNumber(trx: Db, teamId: string): Promise<string> {
  const year = Number(shanghaiDay().slice(0, 4))
  const { last: lastNumber } = await trx
    .insertInto('documents.numbering')
    .values({ team_id: teamId, year, last: 1 })
    .onConflict((oc) =>
      oc.columns(['team_id', 'year']).doUpdateSet({ last: sql`documents.numbering.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return `QS-${year}-${String(lastNumber).padStart(4, '0')}`
}

/**
 * The first free name. The row of the team's counter is locked already, so that no other request can use the
 * name.
 */
export async function freeName(trx: Db, teamId: string, desiredName: string): Promise<string> {
  const usedNames = await trx
    .selectFrom('documents.document')
    .select('name')
    .where('team_id', '=', teamId)
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(lower(name) = lower(${desiredName}) or lower(name) like lower(${`${escapeLike(desiredName)} (%)`}))`,
    )
    .execute()
  const names = new Set(usedNames.map((row) => row.name.toLowerCase()))
  for (let n = 1; ; n++) {
    const name = n === 1 ? desiredName : `${desiredName} (${n})`
    if (!names.has(name.toLowerCase())) return name
  }
}
