import { config } from '#src/core/config.ts'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import type { Document } from '../document.ts'
import { isFinal } from '../status.ts'
import { RiskSummary } from './risk-summary.tsx'

/** The risk summary of a document. */
export function RiskPage({ document }: { document: Document }) {
  const t = useTranslations('documents')
  const mayEdit = useMay('document.create')
  const { id, name, number, status, answers } = document
  return (
    <>
      <PageHead title={t('risks.title')} lead={`${name} · ${number}`}>
        <button type="button" className="btn btn-outline no-print" data-print hidden>
          {t('print.print')}
        </button>
        <a href={`/mgmt/${id}/view-doc`} className="btn btn-ghost no-print">
          {t('print.back')}
        </a>
      </PageHead>
      <p className="mb-4 max-w-prose text-base-content/75">{t('risks.lead')}</p>
      {config.translation && mayEdit && status === 'draft' && answers.languages.bilingual && (
        <a href={`/mgmt/${id}/second-reading`} className="link no-print mb-4 inline-block text-sm">
          {t('reading.link')}
        </a>
      )}
      <RiskSummary source={document} isFinalised={isFinal(status)} />
    </>
  )
}
