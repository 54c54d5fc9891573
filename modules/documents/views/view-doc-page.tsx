import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/moment.tsx'
import { Dialog, opens, PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { assemble } from '../assembly/assemble.ts'
import type { Document } from '../document.ts'
import type { LastSigning } from '../last-signing.ts'
import { Paper } from './paper.tsx'
import { SigningNotice } from './signing-notice.tsx'
import { StatusWord } from './status-word.tsx'

interface Props {
  document: Document
  lastSigning: LastSigning | null
}

export function ViewDocPage({ document, lastSigning }: Props) {
  const t = useTranslations('documents')
  return (
    <>
      <div className="print:hidden">
        <PageHead title={document.name}>
          <DocumentActions document={document} />
        </PageHead>
        <p className="mb-5 flex flex-wrap gap-x-6 gap-y-1 text-base-content/75 text-sm">
          <span className="tabular-nums">{document.number}</span>
          <StatusWord status={document.status} />
          <span>
            {t('column.editTime')} <Moment at={document.updated_at} />
          </span>
        </p>
      </div>
      {lastSigning && <SigningNotice documentId={document.id} signing={lastSigning} />}
      <Paper
        tree={assemble(document)}
        signed={document.status === 'finalised' ? undefined : lastSigning?.signed}
      />
    </>
  )
}

function DocumentActions({ document: { id, status, name } }: { document: Document }) {
  const t = useTranslations('documents')
  const maySign = useMay('document.sign')
  const mayEdit = useMay('document.create')
  const files = status === 'draft' ? ['draft.pdf', 'draft.docx'] : ['final.pdf', 'final.docx']
  return (
    <>
      {status === 'draft' && mayEdit && (
        <>
          <a href={`/mgmt/${id}/edit-doc`} className="btn btn-primary">
            {t('do.edit')}
          </a>
          <button {...opens('deletion')} className="btn btn-ghost">
            {t('do.delete')}
          </button>
          <Deletion id={id} name={name} />
        </>
      )}
      {status === 'finalised' && maySign && (
        <a href={`/mgmt/${id}/sign-setting`} className="btn btn-primary">
          <Icon name="sign" className="size-4" />
          {t('do.initiateSigning')}
        </a>
      )}
      {status === 'completed' && (
        <a href={`/mgmt/${id}/signed.pdf`} className="btn btn-primary">
          <Icon name="download" className="size-4" />
          {t('do.signaturePdf')}
        </a>
      )}
      {status === 'signing' && (
        <a href={`/mgmt/${id}/signing`} className="btn btn-primary">
          {t('do.followSigning')}
        </a>
      )}
      <a href={`/mgmt/${id}/${files[0]}`} className="btn btn-outline">
        {t(status === 'draft' ? 'do.downloadPdf' : 'do.downloadFinalPdf')}
      </a>
      <a href={`/mgmt/${id}/${files[1]}`} className="btn btn-outline">
        {t(status === 'draft' ? 'do.downloadWord' : 'do.downloadFinalWord')}
      </a>
      <a href={`/mgmt/${id}/action-log`} className="btn btn-ghost">
        {t('do.actionLog')}
      </a>
    </>
  )
}

function Deletion({ id, name }: { id: string; name: string }) {
  const t = useTranslations('documents')
  return (
    <Dialog id="deletion" title={t('deletion.title')}>
      <p className="mb-4">{t('deletion.text', { name })}</p>
      <form method="post" action={`/mgmt/${id}/deletion`} className="flex justify-end">
        <button type="submit" className="btn btn-error">
          {t('do.delete')}
        </button>
      </form>
    </Dialog>
  )
}
