import { assemble } from '#assembly/assemble.ts'
import { pointPlace } from '#assembly/open-points/point-words.ts'
import { localeOf } from '#assembly/template/words-in.ts'
import type { OpenPoint } from '#assembly/tree.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import type { Document } from '../document.ts'

/** How many fields are listed individually. */
const MAX_LISTED = 8

/**
 * The empty required fields of a draft, each with a link to its place in the editor; renders nothing if
 * there are none.
 */
export function EmptyFields({ document }: { document: Document }) {
  const t = useTranslations('review.setting.open')
  const tEditor = useTranslations('editor')
  const locale = localeOf(useLocale())
  const tree = assemble(document)
  const points = tree.open.filter(({ kind }) => kind === 'required')
  if (!points.length) return null
  return (
    <section aria-labelledby="empty-fields" className="mb-4 alert alert-warning alert-soft block">
      <h2 id="empty-fields" className="font-semibold">
        {t('title', { count: points.length })}
      </h2>
      <p>{t('text')}</p>
      <ul className="mt-1 list-disc pl-5">
        {points.slice(0, MAX_LISTED).map((point) => (
          <li key={`${point.at} ${point.field}`} className="wrap-anywhere">
            <a className="link" href={placeInEditor(document.id, point)}>
              {pointPlace(tEditor, locale, { tree, template: document.template }, point) ||
                tEditor('problem.required')}
            </a>
          </li>
        ))}
        {points.length > MAX_LISTED && <li>{t('more', { count: points.length - MAX_LISTED })}</li>}
      </ul>
    </section>
  )
}

function placeInEditor(documentId: string, { at, field }: OpenPoint) {
  const query = new URLSearchParams({ at, ...(field && { field }) })
  return `/mgmt/${documentId}/edit-doc?${query}`
}
