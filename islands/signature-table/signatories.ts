import { unprintableIn } from '#assembly/characters/printable.ts'
import { findLast, groupBy, spliced } from '#assembly/lists/lists.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { foldAddress, isAddress } from '#views/values/address.ts'

export interface PartyChoice {
  key: string
  /** The heading of the party: 甲方 莲花贸易 / Party A Lotus Trading. */
  label: string
  /** The organisation whose people sign; empty for an individual. */
  organisation: string
}

export type Problem = 'required' | 'format' | 'duplicate' | 'unprintable' | 'contact' | 'realNamePhone'

/** The problems of a signatory, by field. */
export type Problems = Partial<Record<'name' | 'title' | 'email' | 'phone', Problem>>

/** The maximum number of signatories of one party, and in total; the server checks the same limits. */
export const MAX_SIGNATORIES = { party: 10, all: 40 }

/**
 * The key of a phone number for comparing: its digits, with the country code for places outside the
 * mainland.
 */
const phoneKey = (phone: string) =>
  phone
    .normalize('NFKC')
    .replace(/[\s()-]/g, '')
    .replace(/^00/, '+')
    .replace(/^\+?86(?=1\d{10}$)/, '')

/** A rough check for a mobile number; only the server has the number ranges of other places. */
const isPhone = (phone: string) => /^(?:1[3-9]\d{9}|\+(?!86)\d{7,15})$/.test(phoneKey(phone))

/** Whether the phone is a mainland number, which the real-name check with three elements requires. */
const isMainland = (phone: string) => /^1[3-9]\d{9}$/.test(phoneKey(phone))

/** The email addresses and the keys of phone numbers that more than one signatory has. */
function repeatedAddresses(list: SignatoryEntry[]): Set<string> {
  const keys = list.flatMap(({ email, phone = '' }) => [email.trim().toLowerCase(), phoneKey(phone)])
  return new Set(keys.filter((one, index) => one && keys.indexOf(one) !== index))
}

/**
 * The problems of each row by the id of the signatory. The server checks the same, and phone numbers more
 * strictly.
 */
export function problemsOf(list: SignatoryEntry[]): Map<string, Problems> {
  const repeatedKeys = repeatedAddresses(list)
  const problems = new Map<string, Problems>()
  for (const { id, name, title = '', email, phone = '', role, realName } of list) {
    const problemsOfRow: Problems = {}
    if (!name.trim()) problemsOfRow.name = 'required'
    else if (unprintableIn(name).length > 0) problemsOfRow.name = 'unprintable'
    if (unprintableIn(title).length > 0) problemsOfRow.title = 'unprintable'
    if (!email.trim() && !phone.trim()) problemsOfRow.email = 'contact'
    else if (email.trim() && !isAddress(foldAddress(email))) problemsOfRow.email = 'format'
    else if (repeatedKeys.has(email.trim().toLowerCase())) problemsOfRow.email = 'duplicate'
    if (phone.trim() && !isPhone(phone)) problemsOfRow.phone = 'format'
    else if (phone.trim() && repeatedKeys.has(phoneKey(phone))) problemsOfRow.phone = 'duplicate'
    else if (realName === 'three' && role !== 'copy' && !isMainland(phone))
      problemsOfRow.phone = 'realNamePhone'
    if (Object.keys(problemsOfRow).length > 0) problems.set(id, problemsOfRow)
  }
  return problems
}

/**
 * The problems of a signatory in the fields that the user has left. `visitedFields` contains ids such as
 * `name-a-1`.
 */
export function shownProblems(
  problems: Problems = {},
  id: string,
  visitedFields: ReadonlySet<string>,
): Problems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => visitedFields.has(`${field}-${id}`)))
}

export function partiesWithoutSigner(list: SignatoryEntry[], parties: PartyChoice[]): PartyChoice[] {
  return parties.filter(
    (party) => !list.some((one) => one.party === party.key && (one.role ?? 'signer') === 'signer'),
  )
}

/** The limit that a list exceeds, if any: that of one party, or the one in total (`limitAll`). */
export function limitExceeded(list: SignatoryEntry[]): 'limit' | 'limitAll' | null {
  const parties = [...groupBy(list, ({ party }) => party).values()]
  if (parties.some((partyEntries) => partyEntries.length > MAX_SIGNATORIES.party)) return 'limit'
  return list.length > MAX_SIGNATORIES.all ? 'limitAll' : null
}

/** Adds a signatory after the last one of the same party. */
export function addSignatory(list: SignatoryEntry[], partyKey: string): SignatoryEntry[] {
  const lastOfParty = findLast(list, (one) => one.party === partyKey)
  const insertIndex = lastOfParty ? list.indexOf(lastOfParty) + 1 : list.length
  return spliced(list, insertIndex, 0, { id: freeId(list, partyKey), party: partyKey, name: '', email: '' })
}

function freeId(list: SignatoryEntry[], partyKey: string): string {
  const usedIds = new Set(list.map((one) => one.id))
  for (let n = 2; ; n++) if (!usedIds.has(`${partyKey}-${n}`)) return `${partyKey}-${n}`
}
