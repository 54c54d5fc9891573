import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { PdfViewer, type ShownPdf } from '#views/pdf-viewer.tsx'
import { useMay } from '#views/permissions.ts'
import { byArticle, type Checklist, progressOf } from '../checklist.ts'
import { PointItem, type RefusedPoint } from './point-item.tsx'
import { ProgressLine } from './progress-line.tsx'
import { useTexts } from './words.ts'

interface Props {
  list: Checklist
  pdf: ShownPdf
  refused?: RefusedPoint
}

/** The points of the checklist beside the PDF. */
export function ChecklistPage({ list, pdf, refused }: Props) {
  const t = useTranslations('checklists')
  const { twin } = useTexts()
  const mayEdit = useMay('document.create')
  const { document_id: id, name, number, title } = list
  const path = `/mgmt/${id}/checklist`
  return (
    <>
      <PageHead
        title={t('titleOf', { document: name })}
        lead={<span className="tabular-nums">{number}</span>}
      >
        <a href={`${path}/summary`} className="btn btn-primary">
          {t('summary.open')}
        </a>
        <a href={`/mgmt/${id}/my-docs-import-view`} className="btn btn-outline">
          {t('toPdf')}
        </a>
        {mayEdit && (
          <ActionLink href={`${path}/removal`} className="btn btn-ghost">
            {t('removal.open')}
          </ActionLink>
        )}
      </PageHead>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <div className="min-w-0 xl:sticky xl:top-4 xl:order-last">
          <PdfViewer {...pdf} />
        </div>
        <div className="min-w-0">
          <div className="sticky top-0 z-10 -mx-1 mb-3 rounded-box border border-base-300 bg-base-100 px-4 py-3">
            <p className="mb-1 font-medium">{t('comparedWith', { template: twin(title) })}</p>
            <ProgressLine progress={progressOf(list)} />
          </div>
          {byArticle(list.points).map(({ article, points }) => (
            <section
              key={points[0]!.id}
              className="mb-4 rounded-box border border-base-300 bg-base-100 px-4 pt-3 pb-1"
            >
              <h2 className="font-serif text-lg">{twin(article)}</h2>
              <ul className="divide-y divide-base-300">
                {points.map((point) => (
                  <li key={point.id} id={`point-${point.id}`} className="scroll-mt-28 py-3">
                    <PointItem
                      list={list}
                      point={point}
                      refused={refused?.values.point === point.id ? refused : undefined}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))}
          <p className="max-w-prose text-base-content/75 text-sm">{t('notice')}</p>
        </div>
      </div>
      <ActionPlace />
    </>
  )
}
