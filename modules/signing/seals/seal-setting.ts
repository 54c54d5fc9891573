import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { requirePermission } from '#modules/accounts/index.ts'
import { findSignable, maySend, type Signable } from '#modules/imports/index.ts'
import { findSeal, usableSeals } from '#modules/seals/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { isId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { signingParties } from '../copy/signing-parties.ts'
import type { PartySealChoice } from './seal-schema.ts'

/** The maximum number of seals that fit on the edge of a page, one below the other. */
export const MAX_CROSS_PAGE_SEALS = 6

/**
 * The choices in a form with fields such as `seal-a` and `across-a` for party A. Unknown fields are ignored.
 */
export function readSealChoices(values: Record<string, string>): PartySealChoice[] {
  const parties = Object.keys(values).flatMap((name) => /^seal-([a-j])$/.exec(name)?.[1] ?? [])
  return parties.map((party) => {
    const seal = values[`seal-${party}`]!
    return { party, seal, crossPage: seal !== 'none' && values[`across-${party}`] === 'yes' }
  })
}

/**
 * The parties that can seal: the companies of our own documents; all parties of an imported PDF, because we
 * do not know which of them are companies.
 */
export const sealingParties = (document: Signable) =>
  signingParties(document).filter(({ identity }) => document.imported !== null || identity === 'company')

/**
 * A cross-page seal needs at least two pages, and a file without signatures, which can receive new fields.
 */
export const canHaveCrossPage = ({ imported }: Signable) =>
  !imported || (!imported.signed && imported.pages > 1)

export const storedChoices = (db: Db, documentId: string) =>
  db.selectFrom('signing.seal_setting').select('choices').where('document_id', '=', documentId)

/**
 * A choice for each party that can seal. By default the party's signatory may add a picture if the document
 * has a line for a seal.
 */
export function choicesFrom(document: Signable, stored: PartySealChoice[] | undefined): PartySealChoice[] {
  const hasLine = !document.imported && document.answers.signatureArea.seal
  return sealingParties(document).map(({ key }) => {
    const chosen = stored?.find(({ party }) => party === key)
    const defaultChoice: PartySealChoice = { party: key, seal: hasLine ? 'own' : 'none', crossPage: false }
    const choice = chosen ?? defaultChoice
    return { ...choice, crossPage: choice.crossPage && choice.seal !== 'none' && canHaveCrossPage(document) }
  })
}

export async function findSealChoices(db: Db, document: Signable): Promise<PartySealChoice[]> {
  const stored = await storedChoices(db, document.id).executeTakeFirst()
  return choicesFrom(document, stored?.choices)
}

/** The choices, and the seals that the sender may choose, in one query. */
export async function findSealSetting(db: Db, viewer: Viewer, document: Signable) {
  const { stored, seals } = await db
    .selectNoFrom([
      jsonObjectFrom(storedChoices(db, document.id)).as('stored'),
      jsonArrayFrom(usableSeals(db, viewer)).as('seals'),
    ])
    .executeTakeFirstOrThrow()
  return { choices: choicesFrom(document, stored?.choices), seals }
}

/**
 * Throws NOT_FOUND and DOCUMENT_STATUS_WRONG for the document, ACCESS_DENIED or SEAL_NOT_USABLE for a seal,
 * INVALID_FIELD for a party that cannot seal or if there are more cross-page seals than fit.
 */
export async function storeSealChoices(
  db: Db,
  viewer: Viewer,
  documentId: string,
  choices: PartySealChoice[],
) {
  const document = await findSignable(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  const parties = sealingParties(document).map(({ key }) => key)
  if (choices.some(({ party }) => !parties.includes(party)))
    throw new AppError('INVALID_FIELD', { field: 'party' })
  if (choices.filter(({ crossPage }) => crossPage).length > MAX_CROSS_PAGE_SEALS)
    throw new AppError('SEALS_ACROSS_LIMIT', { max: MAX_CROSS_PAGE_SEALS })
  for (const { seal } of choices) await requireUsable(db, viewer, seal)
  const row = { choices: JSON.stringify(choices), updated_at: now() }
  await db
    .insertInto('signing.seal_setting')
    .values({ document_id: document.id, ...row })
    .onConflict((oc) => oc.column('document_id').doUpdateSet(row))
    .execute()
}

async function requireUsable(db: Db, viewer: Viewer, seal: PartySealChoice['seal']) {
  if (seal === 'none' || seal === 'own') return
  if (!isId(seal)) throw new AppError('INVALID_FIELD', { field: 'seal' })
  await findUsable(db, viewer, seal)
}

/** Throws ACCESS_DENIED without `seal.use`, SEAL_NOT_USABLE for a retired seal. */
export async function findUsable(db: Db, viewer: Viewer, id: string) {
  const seal = await findSeal(db, viewer, id)
  if (seal.retired_at) throw new AppError('SEAL_NOT_USABLE')
  return seal
}
