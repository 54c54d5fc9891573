import type { Selectable } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'
import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import { requirePermission } from '#modules/accounts/index.ts'
import {
  type AuthorisationStatus,
  pendingAuthorisation,
  validAuthorisation,
  validAuthorisations,
} from '#modules/authorisations/index.ts'
import type { Document } from '#modules/documents/index.ts'
import { findSignable, maySend, type Signable } from '#modules/imports/index.ts'
import { usesIn } from '#modules/orders/index.ts'
import { usableSeals } from '#modules/seals/index.ts'
import { now } from '#src/core/clock.ts'
import { AppError } from '#src/core/errors.ts'
import { LOCALES } from '#src/core/i18n.ts'
import { mobileNumber } from '#src/core/identity-numbers/mobile-number.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { canReach, smsNoticesAvailable } from '#src/mail/sms.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'
import { contactIn, sharesContact } from './contact.ts'
import { MAX_PLACES, type SignatureSpot } from './copy/places.ts'
import { signingParties } from './copy/signing-parties.ts'
import { refuseRealNames } from './identity/real-name-checks.ts'
import { assign, choiceFrom, type ServiceChoice, storedChoice, unsuitableStage } from './providers/choice.ts'
import { offeredProviders } from './providers/registry.ts'
import { isReservedName } from './reserved-names.ts'
import { inOrder, type SigningOrder } from './running/signing-order.ts'
import type { SettingTable, SignatoryEntry, SigningOptions } from './schema.ts'
import type { PartySealChoice } from './seals/seal-schema.ts'
import { choicesFrom, storedChoices } from './seals/seal-setting.ts'

/** Maximum number of signatories per party, and in total. */
export const MAX_SIGNATORIES = { party: 10, all: 40 }

export const FIRST_OPTIONS: SigningOptions = { days: 30, reminderDays: 3, message: '' }

/** The latest possible deadline, in days from now. */
export const MAX_DAYS = 90

const points = (min: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(14_400))

const SpotSchema = v.object({
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  x: points(-14_400),
  y: points(-14_400),
  width: points(20),
  height: points(10),
})

export const PersonSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.maxLength(100, 'common.problem.tooLong')),
  title: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, 'common.problem.tooLong'))),
  email: v.pipe(v.string(), v.transform(foldAddress), v.maxLength(254, 'common.problem.tooLong')),
  phone: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(30))),
})

const EntrySchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  party: v.pipe(v.string(), v.regex(/^[a-j]$/)),
  role: v.optional(v.picklist(['signer', 'approver', 'copy'])),
  together: v.optional(v.boolean()),
  ...PersonSchema.entries,
  identification: v.optional(v.picklist(['email', 'phone', 'both'])),
  realName: v.optional(v.picklist(['two', 'three', 'four'])),
  locale: v.optional(v.picklist(LOCALES)),
  spots: v.optional(
    v.pipe(v.array(v.union([v.literal('block'), SpotSchema])), v.minLength(1), v.maxLength(MAX_PLACES.each)),
  ),
})

/**
 * Mail programs turn texts of this form into links, and a stranger's link in our mail could lead anywhere.
 */
const LINK = /:\/\/|www\.|[a-z0-9-]\.(?:com|cn|net|org|info|io|cc|co|top|xyz|vip|me|app|dev|site|online)\b/i

export const OptionsSchema = v.object({
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_DAYS)),
  reminderDays: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(30)),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(1000, 'common.problem.tooLong'),
    v.check((text) => !LINK.test(text), 'signing.setting.problem.link'),
  ),
})

export const SettingSchema = v.object({
  signatories: v.pipe(v.array(EntrySchema), v.maxLength(100)),
  options: v.optional(OptionsSchema),
})

export interface Setting {
  signatories: SignatoryEntry[]
  options: SigningOptions
  /** The seal for each party that can seal. */
  choices: PartySealChoice[]
}

/**
 * The sender's choices for this document. By default one signatory per signing party, taken from the party's
 * block, in this `order`.
 */
export async function findSetting(db: Db, document: Signable, order?: SigningOrder): Promise<Setting> {
  const stored = await db.selectNoFrom(storedIn(db, document.id)).executeTakeFirstOrThrow()
  return settingFrom(document, stored, order)
}

/** Same as `findSetting`, with the service of each party. One query. */
export async function findSettingWithServices(db: Db, teamId: string, document: Signable) {
  const { rule, chosen, ...stored } = await db
    .selectNoFrom(storedIn(db, document.id))
    .select(storedChoice(db, teamId, document.id))
    .executeTakeFirstOrThrow()
  return { ...settingFrom(document, stored), services: choiceFrom({ rule, chosen }) }
}

const storedIn = (db: Db, documentId: string) =>
  [
    jsonObjectFrom(
      db
        .selectFrom('signing.setting')
        .select(['signatories', 'options'])
        .where('document_id', '=', documentId),
    ).as('kept'),
    jsonObjectFrom(storedChoices(db, documentId)).as('seals'),
  ] as const

interface StoredSetting {
  kept: Pick<Selectable<SettingTable>, 'signatories' | 'options'> | null
  seals: { choices: PartySealChoice[] } | null
}

function settingFrom(document: Signable, { kept, seals }: StoredSetting, order?: SigningOrder): Setting {
  const defaultEntries = firstSetting(document)
  const signatories = kept
    ? kept.signatories.map(withSpots)
    : order
      ? inOrder(defaultEntries, order)
      : defaultEntries
  return {
    signatories,
    options: kept?.options ?? order?.options ?? FIRST_OPTIONS,
    choices: choicesFrom(document, seals?.choices),
  }
}

/** Entries that were stored when a person could have only one place. */
type EarlierEntry = SignatoryEntry & { spot?: SignatureSpot }

function withSpots({ spot, ...entry }: EarlierEntry): SignatoryEntry {
  return spot && !entry.spots ? { ...entry, spots: [spot] } : entry
}

/**
 * Same as `findSetting`, with the remaining e-signings of the package, the available seals and the sender's
 * authorisation. One query.
 */
export async function findSettingPage(db: Db, viewer: Viewer, document: Signable) {
  const { uses, usable, valid, pending, authorised, rule, chosen, ...stored } = await db
    .selectNoFrom(storedIn(db, document.id))
    .select(jsonObjectFrom(usesIn(db, viewer, 'esign')).as('uses'))
    .select(jsonArrayFrom(usableSeals(db, viewer)).as('usable'))
    .select(storedChoice(db, viewer.teamId, document.id))
    .select(jsonArrayFrom(validAuthorisations(db, viewer)).as('authorised'))
    .select(jsonObjectFrom(validAuthorisation(db, viewer, 'builtin')).as('valid'))
    .select(jsonObjectFrom(pendingAuthorisation(db, viewer, 'builtin')).as('pending'))
    .executeTakeFirstOrThrow()
  const authorisation = { valid, pending } as AuthorisationStatus
  const setting = settingFrom(document, stored)
  const services = servicesIn(document, setting, choiceFrom({ rule, chosen }), authorised)
  return { ...setting, uses: uses!, usable, authorisation, services }
}

/** The services at which people sign, and what is missing there. */
function servicesIn(
  document: Signable,
  { signatories: entries, choices: seals }: Setting,
  choice: ServiceChoice,
  authorised: { provider: string }[],
) {
  const assignments = assign(document, entries, choice)
  const usedServices = [...new Set(assignments.map(({ provider }) => provider))]
  return {
    assignments,
    unauthorised: usedServices.filter((name) => !authorised.some(({ provider }) => provider === name)),
    unsuitable: unsuitableStage({ document, entries, seals, assignments }),
    hasChoice: offeredProviders().length > 1,
  }
}

/** One signatory per signing party, as named in the party's block. */
export const firstSetting = (document: Pick<Document, 'template' | 'answers'>) =>
  signingParties(document).map(firstSignatory)

function firstSignatory(party: Document['answers']['parties'][number]): SignatoryEntry {
  const isCompany = party.identity === 'company'
  const name = isCompany ? party.signerName || party.legalRepresentative : party.name
  const title = isCompany && name === party.signerName ? party.signerTitle : ''
  // An email address is enough, so a phone number is copied only if it is the only contact.
  const phone = !party.email && smsNoticesAvailable() ? party.phone : undefined
  return { id: party.key, party: party.key, name, title, email: party.email, ...(phone && { phone }) }
}

/** Stores the signatories; without `options` the stored options do not change. */
export async function storeSetting(
  db: Db,
  viewer: Viewer,
  documentId: string,
  signatories: SignatoryEntry[],
  options?: SigningOptions,
) {
  const document = await findSignable(db, viewer, documentId)
  requirePermission(viewer, 'document.sign')
  if (!maySend(document)) throw new AppError('DOCUMENT_STATUS_WRONG')
  refuseTooMany(signatories)
  const row = {
    signatories: JSON.stringify(signatories),
    ...(options && { options: JSON.stringify(options) }),
    updated_at: now(),
  }
  await db
    .insertInto('signing.setting')
    .values({ document_id: document.id, ...row })
    .onConflict((oc) => oc.column('document_id').doUpdateSet(row))
    .execute()
}

/** Throws SIGNATORY_LIMIT for more than ten signatories of one party, or forty in all. */
function refuseTooMany(signatories: SignatoryEntry[]) {
  const parties = [...Map.groupBy(signatories, ({ party }) => party).values()]
  if (parties.some((partySignatories) => partySignatories.length > MAX_SIGNATORIES.party))
    throw new AppError('SIGNATORY_LIMIT')
  if (signatories.length > MAX_SIGNATORIES.all)
    throw new AppError('SIGNATORY_LIMIT', {}, 'signing.setting.problem.limitAll')
}

/** Throws the error that prevents these signatories from being invited. */
export function refuseBadSetting(
  document: Pick<Document, 'template' | 'answers'>,
  signatories: SignatoryEntry[],
) {
  if (document.template.eSign === false) throw new AppError('PAPER_ONLY')
  refuseTooMany(signatories)
  const parties = signingParties(document)
  const signers = signatories.filter(signs)
  const lacksSigner = parties.some(({ key }) => !signers.some((one) => one.party === key))
  const hasUnknownParty = signatories.some((one) => !parties.some(({ key }) => one.party === key))
  if (lacksSigner || hasUnknownParty || signers.length === 0) throw new AppError('SIGNATORY_MISSING')
  refuseIncomplete(signatories)
  refuseRealNames(signatories)
  refuseManyPlaces(signers)
  refuseUnprintable(signers.flatMap(({ name, title = '' }) => [name, title]))
  if (signatories.some(({ name }) => isReservedName(name)))
    throw new AppError('INVALID_FIELD', { field: 'name' }, 'signing.setting.problem.reserved')
  if (signatories.some(({ name }) => LINK.test(name)))
    throw new AppError('INVALID_FIELD', { field: 'name' }, 'signing.setting.problem.linkInName')
  const contacts = signatories.map(contactIn)
  if (contacts.some((one, index) => contacts.slice(0, index).some((other) => sharesContact(one, other))))
    throw new AppError('DUPLICATE_PARTY_CONTACT')
}

/**
 * Throws an error that names the first person who cannot be reached: without a name, or with an invalid
 * email or phone.
 */
function refuseIncomplete(signatories: SignatoryEntry[]) {
  for (const [index, { name, email, phone = '' }] of signatories.entries()) {
    const details = { number: index + 1 }
    const number = mobileNumber(phone)
    if (!name || (!email && !phone) || (email && !isAddress(email)))
      throw new AppError('SIGNATORY_INCOMPLETE', details)
    if (phone && (!number || !canReach(number)))
      throw new AppError('SIGNATORY_INCOMPLETE', details, 'signing.setting.problem.phoneOf')
  }
}

/** Whether this person signs, and does not merely agree or receive a copy. */
export const signs = ({ role = 'signer' }: Pick<SignatoryEntry, 'role'>) => role === 'signer'

function refuseManyPlaces(signatories: SignatoryEntry[]) {
  const counts = signatories.map(({ spots }) => spots?.length ?? 1)
  const totalCount = counts.reduce((sum, count) => sum + count, 0)
  if (totalCount > MAX_PLACES.all || counts.some((count) => count > MAX_PLACES.each))
    throw new AppError('PLACE_LIMIT', { max: MAX_PLACES.all, each: MAX_PLACES.each })
}

function refuseUnprintable(texts: string[]) {
  const unprintable = [...new Set(texts.flatMap(unprintableIn))].map(characterName)
  if (unprintable.length > 0) throw new AppError('MISSING_GLYPH', { characters: unprintable.join(' ') })
}
