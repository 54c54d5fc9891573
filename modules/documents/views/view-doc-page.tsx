import { assemble } from '#assembly/assemble.ts'
import { Paper } from '#modules/printing/index.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { ActionPlace } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { Moment, momentText } from '#views/values/moment.tsx'
import type { DocumentWithCopies } from '../drafts/relations.ts'
import type { Validity } from '../drafts/validity.ts'
import { DraftNotices } from '../drafts/views/draft-notices.tsx'
import { Relations } from '../drafts/views/relations.tsx'
import type { LastSigning } from '../last-signing.ts'
import { isFinal } from '../status.ts'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { ReviewActions } from './review-actions.tsx'
import { SidePanel } from './side-panel.tsx'
import { SigningNotice } from './signing-notice.tsx'
import { StatusWord } from './status-word.tsx'

interface Props {
  document: DocumentWithCopies
  lastSigning: LastSigning | null
  /** Whether the document's editing period is over. */
  lapsed: boolean
  validity: Validity
}

export function ViewDocPage({ document, lastSigning, lapsed, validity }: Props) {
  const t = useTranslations('documents')
  return (
    <>
      <div className="print:hidden">
        <PageHead title={document.name}>
          <DocumentActions document={document} lapsed={lapsed} />
        </PageHead>
        <p className="mb-5 flex flex-wrap gap-x-6 gap-y-1 text-base-content/75 text-sm">
          <span className="tabular-nums">{document.number}</span>
          <StatusWord status={document.status} failedSigning={document.failed_signing} />
          <span>
            {t('column.editTime')} <Moment at={document.updated_at} />
          </span>
          {document.valid_until && !lapsed && (
            <span>{t('validUntil', { at: momentText(document.valid_until) })}</span>
          )}
          <Relations document={document} />
        </p>
      </div>
      {lapsed && (
        <p role="status" className="alert alert-warning alert-soft mx-auto mb-4 max-w-4xl print:hidden">
          {t('lapsed', { day: shanghaiDay(document.valid_until!) })}
          <a className="link" href="/pricing">
            {t('lapsedBuy')}
          </a>
        </p>
      )}
      <div className="mx-auto mb-4 max-w-4xl empty:hidden">
        <DraftNotices document={document} page="view-doc" isLapsed={lapsed} />
      </div>
      {lastSigning && <SigningNotice documentId={document.id} signing={lastSigning} />}
      {isFinal(document.status) && (
        <div className="mx-auto max-w-4xl">
          <SidePanel documentId={document.id} found={document.panelData} />
        </div>
      )}
      <DocumentFacts document={document} validity={validity} />
      <Paper
        tree={assemble(document)}
        signed={document.status === 'finalised' ? undefined : lastSigning?.signed}
      />
      <ActionPlace />
    </>
  )
}

/** The actions beside the menu, if they are allowed. */
const BUTTONS = ['view', 'initiateReview']

/** The likely actions, the PDF, and the menu of all other actions, as in lists. */
function DocumentActions({ document, lapsed }: Pick<Props, 'document' | 'lapsed'>) {
  const { id, status } = document
  const t = useTranslations('documents')
  const maySign = useMay('document.sign')
  const mayEdit = useMay('document.create')
  const isFinalText = isFinal(status)
  const file = isFinalText ? 'downloadFinalPdf' : 'downloadPdf'
  return (
    <>
      {status === 'draft' && mayEdit && !lapsed && (
        <a href={`/mgmt/${id}/edit-doc`} className="btn btn-primary">
          {t('do.edit')}
        </a>
      )}
      <ReviewActions id={id} status={status} lapsed={lapsed} />
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
      <a href={`/mgmt/${id}/${isFinalText ? 'final.pdf' : 'draft.pdf'}`} className="btn btn-outline">
        {t(`do.${file}`)}
      </a>
      <DocumentMenu document={{ ...document, kind: 'drafted', lapsed }} shownActions={[...BUTTONS, file]} />
    </>
  )
}
