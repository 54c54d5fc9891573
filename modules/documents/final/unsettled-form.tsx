import type { ReactNode } from 'react'
import { pointPlace, pointWords } from '#assembly/open-points/point-words.ts'
import { localeOf } from '#assembly/template/words-in.ts'
import type { DocumentTree, OpenPoint } from '#assembly/tree.ts'
import { ActionForm } from '#views/action-card.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import type { Document } from '../document.ts'

/** How many points are listed individually. */
const MAX_LISTED = 8

interface Props {
  document: Document
  tree: DocumentTree
  points: OpenPoint[]
  children?: ReactNode
}

/** Replaces the finalisation form: what prevents finalising, with links to resolve it. */
export function UnsettledForm({ document: { id, template }, tree, points, children }: Props) {
  const t = useTranslations('documents')
  const tEditor = useTranslations('editor')
  const locale = localeOf(useLocale())
  const mayEdit = useMay('document.create')
  const explanation = (
    <>
      {children}
      <p className="alert alert-warning alert-soft mb-2">{t('unsettled', { count: points.length })}</p>
      <ul className="mb-3 list-disc pl-5">
        {points.slice(0, MAX_LISTED).map((point) => (
          <li key={`${point.at} ${point.field} ${point.problem}`} className="wrap-anywhere">
            {[pointPlace(tEditor, locale, { tree, template }, point), pointWords(tEditor, locale, point)]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
        {points.length > MAX_LISTED && <li>{t('unsettledMore', { count: points.length - MAX_LISTED })}</li>}
      </ul>
    </>
  )
  if (!mayEdit) return explanation
  return (
    <ActionForm
      id="finalisation-form"
      action={`/mgmt/${id}/reopening`}
      submit={t('editAgain')}
      cancel={`/mgmt/${id}/view-doc`}
      confirms
    >
      {explanation}
      <p>{t('unsettledText')}</p>
    </ActionForm>
  )
}
