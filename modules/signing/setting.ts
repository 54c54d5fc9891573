import { jsonObjectFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'
import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import { doesSign } from '#assembly/scene.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import type { Document } from '#modules/documents/index.ts'
import { findSignable, maySend } from '#modules/imports/index.ts'
import { usesIn } from '#modules/orders/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { LOCALES } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { isAddress } from '#src/mail/mail.ts'
import { MOST_PLACES, type SignatureSpot } from './copy/places.ts'
import type { SignatoryEntry } from './schema.ts'

export const MOST_SIGNATORIES = 10

const points = (least: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(14_400))

const Spot = v.object({
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  x: points(-14_400),
  y: points(-14_400),
  width: points(20),
  height: points(10),
})

const Entry = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  party: v.pipe(v.string(), v.regex(/^[a-j]$/)),
  name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
  title: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100))),
  email: v.pipe(v.string(), v.trim(), v.maxLength(254)),
  locale: v.optional(v.picklist(LOCALES)),
  spots: v.optional(
    v.pipe(v.array(v.union([v.literal('block'), Spot])), v.minLength(1), v.maxLength(MOST_PLACES.each)),
  ),
})

export const SettingSchema = v.object({ signatories: v.pipe(v.array(Entry), v.maxLength(50)) })

/** The signing parties of the document, in the order of the document. */
export function signingParties({ template, answers }: Pick<Document, 'template' | 'answers'>) {
  return answers.parties.filter((party, index) => doesSign(template, party, index))
}

/** The chosen signatories, or by default one for each signing party, from its own block. */
export async function findSetting(db: Db, document: Document): Promise<SignatoryEntry[]> {
  const kept = await db
    .selectFrom('signing.setting')
    .select('signatories')
    .where('document_id', '=', document.id)
    .executeTakeFirst()
  return kept ? kept.signatories.map(withSpots) : firstSetting(document)
}

/** Stored entries from when everybody had only one place. */
type EarlierEntry = SignatoryEntry & { spot?: SignatureSpot }

function withSpots({ spot, ...entry }: EarlierEntry): SignatoryEntry {
  return spot && !entry.spots ? { ...entry, spots: [spot] } : entry
}

/** Like `findSetting`, with the remaining e-signings of the package. One query. */
export async function findSettingAndUses(db: Db, viewer: Viewer, document: Document) {
  const { kept, uses } = await db
    .selectNoFrom([
      jsonObjectFrom(
        db.selectFrom('signing.setting').select('signatories').where('document_id', '=', document.id),
      ).as('kept'),
      jsonObjectFrom(usesIn(db, viewer, 'esign')).as('uses'),
    ])
    .executeTakeFirstOrThrow()
  const signatories = kept ? kept.signatories.map(withSpots) : firstSetting(document)
  return { signatories, uses: uses! }
}

/** One signatory for each signing party, as named in its block. */
export const firstSetting = (document: Document) => signingParties(document).map(firstSignatory)

function firstSignatory(party: Document['answers']['parties'][number]): SignatoryEntry {
  const company = party.identity === 'company'
  const name = company ? party.signerName || party.legalRepresentative : party.name
  const title = company && name === party.signerName ? party.signerTitle : ''
  return { id: party.key, party: party.key, name, title, email: party.email }
}

export async function storeSetting(
  db: Db,
  viewer: Viewer,
  documentId: string,
  signatories: SignatoryEntry[],
) {
  const document = await findSignable(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  if (signatories.length > MOST_SIGNATORIES) throw new AppError('SIGNATORY_LIMIT')
  const row = { signatories: JSON.stringify(signatories), updated_at: now() }
  await db
    .insertInto('signing.setting')
    .values({ document_id: document.id, ...row })
    .onConflict((oc) => oc.column('document_id').doUpdateSet(row))
    .execute()
}

/** Throws the problem that prevents these signatories from being invited. */
export function refuseBadSetting(document: Document, signatories: SignatoryEntry[]) {
  if (document.template.eSign === false) throw new AppError('PAPER_ONLY')
  if (signatories.length > MOST_SIGNATORIES) throw new AppError('SIGNATORY_LIMIT')
  const parties = signingParties(document)
  const missing = parties.some(({ key }) => !signatories.some((one) => one.party === key))
  const strange = signatories.some((one) => !parties.some(({ key }) => one.party === key))
  if (missing || strange || signatories.length === 0) throw new AppError('SIGNATORY_MISSING')
  if (signatories.some((one) => !one.name || !isAddress(one.email)))
    throw new AppError('SIGNATORY_INCOMPLETE')
  refuseManyPlaces(signatories)
  refuseUnprintable(signatories.flatMap(({ name, title = '' }) => [name, title]))
  if (signatories.some(({ name }) => RESERVED.includes(folded(name))))
    throw new AppError('INVALID_FIELD', { field: 'name' }, 'signing.setting.problem.reserved')
  const contacts = new Set(signatories.map((one) => one.email.toLowerCase()))
  if (contacts.size < signatories.length) throw new AppError('DUPLICATE_PARTY_CONTACT')
}

function refuseManyPlaces(signatories: SignatoryEntry[]) {
  const counts = signatories.map(({ spots }) => spots?.length ?? 1)
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all > MOST_PLACES.all || counts.some((count) => count > MOST_PLACES.each))
    throw new AppError('PLACE_LIMIT', { most: MOST_PLACES.all, each: MOST_PLACES.each })
}

/**
 * Names of the platform's own certificates. No signatory may use them, or people would have to inspect the
 * certificates to distinguish the two.
 */
const RESERVED = ['qishuclosingseal', 'qishurootca']

const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

function refuseUnprintable(texts: string[]) {
  const strange = [...new Set(texts.flatMap(unprintableIn))].map(characterName)
  if (strange.length > 0) throw new AppError('MISSING_GLYPH', { characters: strange.join(' ') })
}
