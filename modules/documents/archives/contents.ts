import type { DocumentKind, FileKind } from '../schema.ts'
import { isFinal, type Status } from '../status.ts'

/** The prefix of the keys of all files of an archive. */
export const folderOf = (id: string) => `archives/${id}`

/** The files of a document in an archive; for a signed document the signed file replaces the final one. */
export function filesOf({ kind, status }: { kind: DocumentKind; status: Status }): FileKind[] {
  const isSigned = status === 'completed'
  if (kind === 'imported') return isSigned ? ['signed-pdf'] : []
  if (!isFinal(status)) return []
  return [isSigned ? 'signed-pdf' : 'final-pdf', 'final-word']
}
