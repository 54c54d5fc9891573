import { besidePart } from '../beside.ts'

/** What another module shows on the page of a document that no longer changes. */
export function BesidePart({ documentId, found }: { documentId: string; found: object[] }) {
  const Part = besidePart()
  return Part ? <Part documentId={documentId} found={found} /> : null
}
