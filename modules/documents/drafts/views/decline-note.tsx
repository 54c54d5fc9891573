import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { momentText } from '#views/values/moment.tsx'
import type { Document } from '../../document.ts'

/**
 * Why the previous document was declined, for the author of the revision; `page` is the page that shows it.
 */
export function DeclineNote({ document, page }: { document: Document; page: 'view-doc' | 'edit-doc' }) {
  const t = useTranslations('documents.note')
  const mayHide = useMay('document.create')
  const { id, note } = document
  if (!note) return null
  const action = `/mgmt/${id}/note-dismissal`
  return (
    <aside
      id="decline-note"
      aria-labelledby="decline-note-title"
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-base-300 border-b border-l-4 border-l-warning bg-base-100 px-4 py-3 print:hidden"
    >
      <div className="min-w-0 flex-1">
        <p id="decline-note-title" className="flex items-start gap-2 font-medium">
          <Icon name="info" className="mt-0.5 size-5 text-warning" />
          <span className="wrap-anywhere">
            {t('title', { name: note.by, number: note.number, at: momentText(new Date(note.at)) })}
          </span>
        </p>
        <blockquote className="wrap-anywhere mt-1 max-h-40 overflow-y-auto pl-7">
          {note.reason || t('noReason')}
        </blockquote>
      </div>
      {mayHide && (
        <form method="post" action={action} hx-post={action} hx-target="#decline-note" hx-swap="delete">
          <input type="hidden" name="page" value={page} />
          <button type="submit" className="btn btn-ghost btn-sm">
            {t('putAway')}
          </button>
        </form>
      )}
    </aside>
  )
}
