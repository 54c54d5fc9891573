import { newerVersion } from '../../adoption/adoption.ts'
import { NewerVersion } from '../../adoption/views/newer-version.tsx'
import type { Document } from '../../document.ts'
import { DeclineNote } from './decline-note.tsx'

interface Props {
  document: Document
  /** The page that shows the notices. */
  page: 'view-doc' | 'edit-doc'
  /** A lapsed document cannot adopt a newer template. */
  isLapsed?: boolean
}

/** Whether an open draft has something to show above its text. */
DraftNotices.has = ({ note, template }: Document) => Boolean(note || newerVersion(template))

/**
 * The notices above a draft: why the previous document was declined, and that its template has a newer
 * version.
 */
export function DraftNotices({ document, page, isLapsed = false }: Props) {
  return (
    <>
      <DeclineNote document={document} page={page} />
      {!isLapsed && <NewerVersion document={document} />}
    </>
  )
}
