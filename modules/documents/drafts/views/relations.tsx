import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import type { CopyKind } from '../../schema.ts'
import type { DocumentWithCopies } from '../relations.ts'

const SOURCE_KEYS = { copy: 'copyOf', revision: 'revisionOf' } as const satisfies Record<CopyKind, string>
const COPIES_KEYS = { copy: 'copiedAs', revision: 'revisedAs' } as const satisfies Record<CopyKind, string>

/** The source of the document, and the documents made from it. */
export function Relations({ document: { source, copied_as, copies } }: { document: DocumentWithCopies }) {
  const revisions = copies.filter((one) => one.copiedAs === 'revision')
  const plainCopies = copies.filter((one) => one.copiedAs === 'copy')
  return (
    <>
      {source && copied_as && <Relation words={SOURCE_KEYS[copied_as]} documents={[source]} />}
      <Relation words={COPIES_KEYS.revision} documents={revisions} />
      <Relation words={COPIES_KEYS.copy} documents={plainCopies} />
    </>
  )
}

function Relation({
  words,
  documents,
}: {
  words: MessageKey<'documents.relations'>
  documents: { id: string; number: string }[]
}) {
  const t = useTranslations('documents.relations')
  if (!documents.length) return null
  return (
    <span className="flex flex-wrap gap-x-2">
      {t(words)}
      {documents.map(({ id, number }) => (
        <a key={id} href={`/mgmt/${id}/view-doc`} className="link inline-block tabular-nums">
          {number}
        </a>
      ))}
    </span>
  )
}
