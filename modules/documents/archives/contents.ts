import type { DocumentKind, FileKind } from '../schema.ts'
import { isFinal, type Status } from '../status.ts'

/** All files of an archive have keys that begin with this. */
export const folderOf = (id: string) => `archives/${id}`

/** The files of a document in an archive; for a signed document the signed file replaces the final one. */
export function filesOf({ kind, status }: { kind: DocumentKind; status: Status }): FileKind[] {
  const signed = status === 'completed'
  if (kind === 'imported') return signed ? ['signed-pdf'] : []
  if (!isFinal(status)) return []
  return [signed ? 'signed-pdf' : 'final-pdf', 'final-word']
}
