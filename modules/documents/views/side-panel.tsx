import { sidePanelPart } from '../side-panel.ts'

/** The panel that another module adds to the page of a final document. */
export function SidePanel({ documentId, found }: { documentId: string; found: object[] }) {
  const Panel = sidePanelPart()
  return Panel ? <Panel documentId={documentId} found={found} /> : null
}
