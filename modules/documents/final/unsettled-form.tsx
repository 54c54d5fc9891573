import type { ReactNode } from 'react'
import { findNode } from '#assembly/compare/find-node.ts'
import { localeOf, wordsIn } from '#assembly/template/words-in.ts'
import type { DocumentTree, OpenPoint } from '#assembly/tree.ts'
import { ActionForm } from '#views/action-card.tsx'
import type { Translator } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import type { Document } from '../document.ts'

/** How many points are listed individually. */
const LISTED = 8

interface Props {
  document: Document
  tree: DocumentTree
  points: OpenPoint[]
  children?: ReactNode
}

/** Replaces the finalisation form: what prevents finalising, with links to resolve it. */
export function UnsettledForm({ document: { id }, tree, points, children }: Props) {
  const t = useTranslations('documents')
  const mayEdit = useMay('document.create')
  const explanation = (
    <>
      {children}
      <p className="alert alert-warning alert-soft mb-2">{t('unsettled', { count: points.length })}</p>
      <ul className="mb-3 list-disc pl-5">
        {points.slice(0, LISTED).map((point) => (
          <li key={`${point.at} ${point.field} ${point.problem}`} className="wrap-anywhere">
            <Point tree={tree} point={point} />
          </li>
        ))}
        {points.length > LISTED && <li>{t('unsettledMore', { count: points.length - LISTED })}</li>}
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

/** Clause 3.2: One language not yet confirmed. */
function Point({ tree, point }: { tree: DocumentTree; point: OpenPoint }) {
  const t = useTranslations('editor')
  const locale = localeOf(useLocale())
  const number = findNode(tree, point.clause ?? point.at)?.number
  return (
    <>
      {number && `${t('clauseNumber', { number })} · `}
      {point.message ? wordsIn(point.message, locale) : wordsFor(t, point)}
    </>
  )
}

function wordsFor(t: Translator<'editor'>, { kind, problem, detail }: OpenPoint): string {
  if (problem) return t(`problem.${problem}`, { detail: detail ? detail.zh || detail.en : '' })
  return t(kind === 'stale' ? 'stale.any' : 'problem.required')
}
