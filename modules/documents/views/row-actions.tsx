import { ActionLink } from '#views/action-link.tsx'
import { Icon, type IconName } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { mayRevise } from '../drafts/copy.ts'
import type { Validity } from '../drafts/validity.ts'
import type { DocumentKind } from '../schema.ts'
import { isFinal, type Status } from '../status.ts'

interface Action {
  key: string
  path: string
  icon: IconName
}

/** The one likely next step of each state; the rest stands in the menu. */
const NEXT: Record<Status, Action> = {
  draft: { key: 'edit', path: 'edit-doc', icon: 'edit' },
  in_review: { key: 'followReview', path: 'review-doc', icon: 'message' },
  returned: { key: 'editReturned', path: 'refund-doc', icon: 'edit' },
  approved: { key: 'view', path: 'view-doc', icon: 'document' },
  finalised: { key: 'initiateSigning', path: 'sign-setting', icon: 'sign' },
  signing: { key: 'view', path: 'view-doc', icon: 'document' },
  completed: { key: 'signaturePdf', path: 'signed.pdf', icon: 'download' },
}

const VIEW: Action = { key: 'view', path: 'view-doc', icon: 'document' }
const REVIEW: Action = { key: 'initiateReview', path: 'invite-review', icon: 'message' }
const LOG: Action = { key: 'actionLog', path: 'action-log', icon: 'log' }
const DRAFT_FILES: Action[] = [
  { key: 'downloadPdf', path: 'draft.pdf', icon: 'download' },
  { key: 'downloadWord', path: 'draft.docx', icon: 'download' },
]
const FINAL_FILES: Action[] = [
  { key: 'downloadFinalPdf', path: 'final.pdf', icon: 'download' },
  { key: 'downloadFinalWord', path: 'final.docx', icon: 'download' },
]

/** What there is to do with an imported PDF, the likely step first. */
const IMPORTED: Action[] = [
  { key: 'view', path: 'my-docs-import-view', icon: 'document' },
  { key: 'edit', path: 'my-docs-import-edit', icon: 'edit' },
  { key: 'downloadPdf', path: 'imported.pdf', icon: 'download' },
  LOG,
]

const IMPORTED_STEP: Partial<Record<Status, Action>> = {
  draft: NEXT.finalised,
  finalised: NEXT.finalised,
  signing: { key: 'followSigning', path: 'signing', icon: 'sign' },
  completed: NEXT.completed,
}

function menuOf({ status, kind, validity }: Props['row'], next: Action, mayEdit: boolean): Action[] {
  if (kind === 'imported')
    return [...(IMPORTED_STEP[status] ? [IMPORTED_STEP[status]] : []), ...IMPORTED.slice(1)].filter(
      ({ key }) => key !== 'edit' || (mayEdit && status === 'draft'),
    )
  const review = status === 'draft' && validity !== 'lapsed' && mayEdit ? [REVIEW] : []
  const all = [VIEW, ...review, ...(isFinal(status) ? FINAL_FILES : DRAFT_FILES), LOG]
  return all.filter((action) => action.key !== next.key)
}

interface Props {
  row: { id: string; name: string; status: Status; kind: DocumentKind; validity: Validity }
  /** The list as it is shown, to come back to. */
  back: string
}

export function RowActions({ row, back }: Props) {
  const t = useTranslations('documents')
  const maySign = useMay('document.sign')
  const mayEdit = useMay('document.create')
  const may: Partial<Record<string, boolean>> = {
    initiateSigning: maySign,
    edit: mayEdit,
    editReturned: mayEdit,
  }
  const likely = row.kind === 'imported' ? IMPORTED[0]! : NEXT[row.status]
  const lapsed = row.validity === 'lapsed' && likely.key === 'edit'
  const next = lapsed || may[likely.key] === false ? VIEW : likely
  return (
    <div className="flex items-center justify-end gap-1">
      <a
        href={`/mgmt/${row.id}/${next.path}`}
        className="btn btn-sm btn-outline whitespace-nowrap max-sm:btn-square"
      >
        <Icon name={next.icon} className="size-4" />
        <span className="max-sm:sr-only">{t(`do.${next.key}`)}</span>
      </a>
      <details className="dropdown dropdown-end" data-dropdown>
        <summary className="btn btn-sm btn-ghost btn-square" aria-label={t('moreFor', { name: row.name })}>
          <Icon name="more" className="size-4" />
        </summary>
        <ul className="menu dropdown-content z-20 w-56 text-start rounded-box border border-base-300 bg-base-100 shadow-sm">
          {menuOf(row, next, mayEdit).map((action) => (
            <li key={action.key}>
              <a href={`/mgmt/${row.id}/${action.path}`}>
                <Icon name={action.icon} className="size-4" />
                {t(`do.${action.key}`)}
              </a>
            </li>
          ))}
          {mayEdit && <DraftActions row={row} back={back} />}
        </ul>
      </details>
    </div>
  )
}

/** What makes a draft of a document, or makes one go; each asks first. */
function DraftActions({ row: { id, status, kind }, back }: Props) {
  const t = useTranslations('documents')
  const deletion = `/mgmt/${id}/deletion?${new URLSearchParams({ back })}`
  return (
    <>
      {kind === 'drafted' && mayRevise(status) && (
        <li>
          <ActionLink href={`/mgmt/${id}/revision`} className="">
            <Icon name="edit" className="size-4" />
            {t('do.revision')}
          </ActionLink>
        </li>
      )}
      {kind === 'drafted' && (
        <>
          <li>
            <ActionLink href={`/mgmt/${id}/save-as-template`} className="">
              <Icon name="document" className="size-4" />
              {t('do.saveAsTemplate')}
            </ActionLink>
          </li>
          <li>
            <ActionLink href={`/mgmt/${id}/copy`} className="">
              <Icon name="copy" className="size-4" />
              {t('do.copy')}
            </ActionLink>
          </li>
        </>
      )}
      {status === 'draft' && (
        <li>
          <ActionLink href={deletion} className="">
            <Icon name="bin" className="size-4" />
            {t('do.delete')}
          </ActionLink>
        </li>
      )}
    </>
  )
}
