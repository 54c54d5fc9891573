import { finalDocuments, mayDelete, StatusWord } from '#modules/documents/index.ts'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Facts } from '#views/facts.tsx'
import { Icon } from '#views/icons.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { PdfViewer, type ShownPdf } from '#views/pdf-viewer.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment } from '#views/values/moment.tsx'
import { Size } from '#views/values/size.tsx'
import type { Import } from '../import.ts'

interface Props {
  document: Import
  pdf: ShownPdf
  /** The completed action. */
  done?: string
}

export function ViewImportPage({ document, pdf, done }: Props) {
  return (
    <>
      <PageHead title={document.name}>
        <ImportActions document={document} src={pdf.src} />
      </PageHead>
      <DoneNotice done={done} />
      <Notices document={document} />
      <ImportFacts document={document} />
      <finalDocuments.SidePanel documentId={document.id} found={document.panelData} />
      <PdfViewer {...pdf} />
      <ActionPlace />
    </>
  )
}

const DONE = ['imported', 'renamed'] as const

function DoneNotice({ done }: { done?: string }) {
  const t = useTranslations('documents.import.done')
  const doneAction = DONE.find((one) => one === done)
  if (!doneAction) return null
  return (
    <p role="status" className="alert alert-success alert-soft mb-4">
      <Icon name="check" />
      {t(doneAction)}
    </p>
  )
}

/** The changes made to the file on import, and whether it had signatures. */
function Notices({ document: { id, removed, repairs, signed } }: { document: Import }) {
  const t = useTranslations('documents.import')
  const hasChanges = removed.length + repairs.length > 0
  if (!hasChanges && !signed) return null
  return (
    <div role="note" className="alert alert-info alert-soft mb-4 items-start">
      <Icon name="info" />
      <div>
        {hasChanges && (
          <>
            <p className="max-w-prose">{t('removedLead')}</p>
            <ul className="list-disc ps-5">
              {removed.map((kind) => (
                <li key={kind}>{t(`removed.${kind}`)}</li>
              ))}
              {repairs.map((kind) => (
                <li key={kind}>{t(`repairs.${kind}`)}</li>
              ))}
            </ul>
            <a href={`/mgmt/${id}/original.pdf`} className="link">
              {t('original')}
            </a>
          </>
        )}
        {signed && (
          <p>
            {t('signedBefore')}
            <SentenceSpace />
            <a href={`/mgmt/${id}/earlier-signatures`} className="link">
              {t('checkSignatures')}
            </a>
          </p>
        )}
      </div>
    </div>
  )
}

function ImportFacts({ document }: { document: Import }) {
  const t = useTranslations('documents.import')
  const { number, status, size, pages, creator, created_at, file_name } = document
  return (
    <div className="mb-4 rounded-box border border-base-300 bg-base-100 p-4">
      <Facts
        facts={[
          { label: t('number'), value: <span className="tabular-nums">{number}</span> },
          { label: t('status'), value: <StatusWord status={status} kind="imported" /> },
          {
            label: t('file'),
            value: (
              <>
                {file_name}.pdf · <Size bytes={size} /> · {t('pages', { pages })}
              </>
            ),
          },
          {
            label: t('importedBy'),
            value: (
              <>
                {creator} · <Moment at={created_at} />
              </>
            ),
          },
        ]}
      />
    </div>
  )
}

function ImportActions({ document: { id, status }, src }: { document: Import; src: string }) {
  const t = useTranslations('documents')
  const mayCreate = useMay('document.create')
  const mayEdit = mayCreate && status === 'draft'
  const maySign = useMay('document.sign')
  return (
    <>
      {maySign && (status === 'draft' || status === 'finalised') && (
        <a href={`/mgmt/${id}/sign-setting`} className="btn btn-primary">
          <Icon name="sign" className="size-4" />
          {t('do.initiateSigning')}
        </a>
      )}
      {status === 'signing' && (
        <a href={`/mgmt/${id}/signing`} className="btn btn-primary">
          {t('do.followSigning')}
        </a>
      )}
      {status === 'completed' && (
        <a href={`/mgmt/${id}/signed.pdf`} className="btn btn-primary">
          <Icon name="download" className="size-4" />
          {t('do.signaturePdf')}
        </a>
      )}
      {mayEdit && (
        <a href={`/mgmt/${id}/my-docs-import-edit`} className="btn btn-outline">
          {t('do.edit')}
        </a>
      )}
      <a href={src} className="btn btn-outline">
        <Icon name="download" className="size-4" />
        {t('do.downloadPdf')}
      </a>
      <a href={`/mgmt/${id}/checklist`} className="btn btn-outline">
        {t('do.checklist')}
      </a>
      <a href={`/mgmt/${id}/action-log`} className="btn btn-ghost">
        {t('do.actionLog')}
      </a>
      {mayCreate && mayDelete({ kind: 'imported', status }) && (
        <ActionLink href={deletionOf(id)} className="btn btn-ghost">
          {t('do.delete')}
        </ActionLink>
      )}
    </>
  )
}

/** Deletes the document and returns to the list of imports. */
export const deletionOf = (id: string) =>
  `/mgmt/${id}/deletion?${new URLSearchParams({ back: '/mgmt/my-docs?tab=imported' })}`
