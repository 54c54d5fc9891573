import type { DocumentKind, FileKind } from '../schema.ts'
import { isFinal, type Status } from '../status.ts'

/** Everything of an archive stands under this. */
export const folderOf = (id: string) => `archives/${id}`

/** What is in an archive of a document: of one that is signed, the signed file in place of the final one. */
export function filesOf({ kind, status }: { kind: DocumentKind; status: Status }): FileKind[] {
  const signed = status === 'completed'
  if (kind === 'imported') return signed ? ['signed-pdf'] : []
  if (!isFinal(status)) return []
  return [signed ? 'signed-pdf' : 'final-pdf', 'final-word']
}
