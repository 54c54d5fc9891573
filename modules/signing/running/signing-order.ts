import type { SignatoryEntry, SigningOptions } from '../schema.ts'

/** When a party signs in each of many documents, and who signs for it. */
export interface PartyTurn {
  party: string
  /** Counted from 1. Parties with the same number sign at the same time. */
  turn: number
  /** Signs instead of the person named in each document. */
  person?: Pick<SignatoryEntry, 'name' | 'title' | 'email' | 'phone'>
}

/** The signing order of many documents with the same parties. */
export interface SigningOrder {
  parties: PartyTurn[]
  options: SigningOptions
}

/** The signatories of one document, in this order. Parties that the order does not mention sign last. */
export function inOrder(entries: SignatoryEntry[], { parties }: SigningOrder): SignatoryEntry[] {
  const turnOf = ({ party }: SignatoryEntry) =>
    parties.find((one) => one.party === party)?.turn ?? Number.POSITIVE_INFINITY
  const sorted = entries.toSorted((a, b) => turnOf(a) - turnOf(b))
  return sorted.map((entry, index) => {
    const previousEntry = sorted[index - 1]
    const isTogether = previousEntry !== undefined && turnOf(previousEntry) === turnOf(entry)
    const person = parties.find(({ party }) => party === entry.party)?.person
    return { ...entry, ...(person && { phone: undefined, ...person }), ...(isTogether && { together: true }) }
  })
}
