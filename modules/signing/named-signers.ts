import type { Document } from '#modules/documents/index.ts'
import { now } from '#src/core/clock.ts'
import type { Locale } from '#src/core/i18n.ts'
import { newId } from '#src/core/ids.ts'
import type { Db } from '#src/db/db.ts'
import { signingParties } from './copy/signing-parties.ts'
import type { SignatoryEntry } from './schema.ts'
import { firstSetting, MAX_SIGNATORIES } from './setting.ts'

/** A future signatory who was named before the signing was set up. */
export interface NamedSigner {
  name: string
  email: string
  locale: Locale
  /** Whether the person is a member of the sender's team. */
  internal: boolean
  /** Organisation of an external person, if known. */
  organisation: string
}

/**
 * Begins the signing setting of a document with the named signatories; does not change an existing setting.
 */
export async function beginSetting(
  trx: Db,
  { document, signers }: { document: Document; signers: NamedSigner[] },
) {
  const signatories = JSON.stringify(withSigners(document, signers))
  await trx
    .insertInto('signing.setting')
    .values({ document_id: document.id, signatories, updated_at: now() })
    .onConflict((oc) => oc.column('document_id').doNothing())
    .execute()
}

/**
 * The default setting with these people. A person replaces the entry with the same name or address,
 * otherwise fills an unnamed entry of their party, otherwise is added after the party's last entry. A party
 * has at most ten people.
 */
export function withSigners(document: Document, signers: NamedSigner[]): SignatoryEntry[] {
  const signatories = firstSetting(document)
  for (const signer of signers) {
    const person = { name: signer.name, email: signer.email, locale: signer.locale }
    const existing = signatories.find(
      (one) => isSameText(one.email, signer.email) || isSameText(one.name, signer.name),
    )
    if (existing) {
      Object.assign(existing, existing.email ? { locale: signer.locale } : person)
      continue
    }
    const party = partyOf(document, signer)
    const blank = signatories.find((one) => one.party === party && !one.name && !one.email)
    if (blank) Object.assign(blank, person)
    else if (party && signatories.filter((one) => one.party === party).length < MAX_SIGNATORIES.party) {
      const insertIndex = signatories.findLastIndex((one) => one.party === party) + 1
      signatories.splice(insertIndex, 0, { id: newId(), party, ...person })
    }
  }
  return signatories
}

/**
 * The party with the person's organisation, or with the domain of the person's address; otherwise the first
 * party for a member of the sender's team and the last party for anyone else.
 */
function partyOf(document: Document, { email, internal, organisation }: NamedSigner): string | undefined {
  const parties = signingParties(document)
  const matchingParty =
    parties.find(({ name, nameEn }) => isSameText(name, organisation) || isSameText(nameEn, organisation)) ??
    parties.find((party) => isSameText(domainOf(party.email), domainOf(email)))
  return (matchingParty ?? (internal ? parties[0] : parties.at(-1)))?.key
}

const isSameText = (a: string, b: string) =>
  a.trim() !== '' && a.trim().toLowerCase() === b.trim().toLowerCase()

const domainOf = (email: string) => email.split('@')[1] ?? ''
