import { besidePart } from '../beside.ts'

/** The panel that another module adds to the page of a final document. */
export function BesidePart({ documentId, found }: { documentId: string; found: object[] }) {
  const Panel = besidePart()
  return Panel ? <Panel documentId={documentId} found={found} /> : null
}
