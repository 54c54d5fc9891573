import { type Document, StatusWord } from '#modules/documents/index.ts'
import { Icon } from '#views/icons.tsx'

type LinkedDocument = Pick<Document, 'id' | 'name' | 'number' | 'status' | 'kind'>

/** A document that a message links to: its name and status. */
export function LinkedDocumentCard({ linked, href }: { linked: LinkedDocument; href: string }) {
  const { name, number, status, kind } = linked
  return (
    <a
      href={href}
      className="my-1 flex max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-box border border-base-300 bg-base-100 px-3 py-2"
    >
      <Icon name="document" className="size-5 shrink-0" />
      <span className="min-w-0">
        <span className="link-hover wrap-anywhere block font-medium">{name}</span>
        <span className="block text-base-content/75 text-sm tabular-nums">{number}</span>
      </span>
      <StatusWord status={status} kind={kind} />
    </a>
  )
}
