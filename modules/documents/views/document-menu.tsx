import { ActionLink } from '#views/action-link.tsx'
import { Icon, type IconName } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import { mayRevise } from '../drafts/copy.ts'
import { mayDelete } from '../drafts/deletion.ts'
import type { DocumentKind } from '../schema.ts'
import { isFinal, type Status } from '../status.ts'

export interface Action {
  key: MessageKey<'documents.do'>
  path: string
  icon: IconName
  /** Whether the action first opens a confirmation in the page's dialog. */
  opensDialog?: true
}

export const VIEW: Action = { key: 'view', path: 'view-doc', icon: 'document' }
export const VIEW_IMPORTED: Action = { key: 'view', path: 'my-docs-import-view', icon: 'document' }
export const SIGN: Action = { key: 'initiateSigning', path: 'sign-setting', icon: 'sign' }
export const SIGNED: Action = { key: 'signaturePdf', path: 'signed.pdf', icon: 'download' }
const CERTIFICATE: Action = { key: 'certificate', path: 'certificate.pdf', icon: 'download' }
const EVIDENCE: Action = { key: 'evidence', path: 'evidence.zip', icon: 'download' }
const PROOFS = [CERTIFICATE, EVIDENCE]
const REVIEW: Action = { key: 'initiateReview', path: 'invite-review', icon: 'message' }
const LOG: Action = { key: 'actionLog', path: 'action-log', icon: 'log' }
const PRINT: Action = { key: 'print', path: 'print-doc', icon: 'document' }
const RISKS: Action = { key: 'risks', path: 'risks', icon: 'warning' }
const DATES: Action = { key: 'keyDates', path: 'key-dates', icon: 'calendar' }
const CHECKLIST: Action = { key: 'checklist', path: 'checklist', icon: 'task' }
const FILE: Action = { key: 'file', path: 'filing', icon: 'document' }
const VERSIONS: Action = { key: 'versions', path: 'versions', icon: 'log' }
const DRAFT_FILES: Action[] = [
  { key: 'downloadPdf', path: 'draft.pdf', icon: 'download' },
  { key: 'downloadWord', path: 'draft.docx', icon: 'download' },
]
const FINAL_FILES: Action[] = [
  { key: 'downloadFinalPdf', path: 'final.pdf', icon: 'download' },
  { key: 'downloadFinalWord', path: 'final.docx', icon: 'download' },
]
const ONE_LANGUAGE: Action = { key: 'oneLanguage', path: 'one-language', icon: 'download', opensDialog: true }
const REVISION: Action = { key: 'revision', path: 'revision', icon: 'edit', opensDialog: true }
const DRAFTS: Action[] = [
  { key: 'saveAsTemplate', path: 'save-as-template', icon: 'document', opensDialog: true },
  { key: 'copy', path: 'copy', icon: 'copy', opensDialog: true },
]

const IMPORTED_STEP: Partial<Record<Status, Action>> = {
  draft: SIGN,
  finalised: SIGN,
  signing: { key: 'followSigning', path: 'signing', icon: 'sign' },
  completed: SIGNED,
}
const IMPORTED_EDIT: Action = { key: 'edit', path: 'my-docs-import-edit', icon: 'edit' }
const IMPORTED_FILE: Action = { key: 'downloadPdf', path: 'imported.pdf', icon: 'download' }

export interface MenuDocument {
  id: string
  name: string
  status: Status
  kind: DocumentKind
  bilingual: boolean
  /** Whether the document's editing period is over. */
  lapsed: boolean
}

interface Props {
  document: MenuDocument
  /** The keys of actions that have a separate button beside the menu. */
  shownActions: string[]
  /** The address of the list as shown, to return to after a deletion. */
  back?: string
  size?: string
}

/** The possible actions in groups: continue, files, history, new drafts, deletion. */
function groupsOf({ kind, status, bilingual, lapsed }: MenuDocument, mayEdit: boolean, back?: string) {
  const address = back ? `deletion?${new URLSearchParams({ back })}` : 'deletion'
  const deletion: Action = { key: 'delete', path: address, icon: 'bin', opensDialog: true }
  const filingActions = mayEdit ? [FILE] : []
  const deletionActions = mayEdit && mayDelete({ kind, status }) ? [deletion] : []
  if (kind === 'imported') {
    const step = IMPORTED_STEP[status]
    const edit = mayEdit && status === 'draft' ? [IMPORTED_EDIT] : []
    const files = [IMPORTED_FILE, ...(status === 'completed' ? PROOFS : [])]
    return [
      [VIEW_IMPORTED, ...(step ? [step] : []), ...edit],
      files,
      [CHECKLIST, DATES, LOG],
      filingActions,
      deletionActions,
    ]
  }
  const review = status === 'draft' && !lapsed && mayEdit ? [REVIEW] : []
  const files = [
    ...(status === 'completed' ? PROOFS : []),
    ...(isFinal(status) ? FINAL_FILES : DRAFT_FILES),
    ...(bilingual ? [ONE_LANGUAGE] : []),
  ]
  const drafts = mayEdit ? [...(mayRevise(status) ? [REVISION] : []), ...DRAFTS] : []
  return [
    [VIEW, ...review],
    [...files, PRINT],
    [...(isFinal(status) ? [DATES] : []), RISKS, VERSIONS, LOG],
    [...filingActions, ...drafts],
    deletionActions,
  ]
}

/** The menu of all actions on a document that have no button. */
export function DocumentMenu({ document, shownActions, back, size = '' }: Props) {
  const t = useTranslations('documents')
  const mayEdit = useMay('document.create')
  const groups = groupsOf(document, mayEdit, back)
    .map((group) => group.filter(({ key }) => !shownActions.includes(key)))
    .filter((group) => group.length > 0)
  return (
    <details className="dropdown dropdown-end max-sm:ml-auto" data-dropdown>
      <summary
        className={`btn btn-ghost btn-square ${size}`}
        aria-label={t('moreFor', { name: document.name })}
      >
        <Icon name="more" className="size-4" />
      </summary>
      <ul className="menu dropdown-content z-20 w-64 rounded-box border border-base-300 bg-base-100 text-start shadow-sm">
        {groups.flatMap((group, index) =>
          group.map((action, at) => (
            <li
              key={action.key}
              className={index > 0 && at === 0 ? 'mt-1 border-base-300 border-t pt-1' : undefined}
            >
              <MenuLink action={action} id={document.id} />
            </li>
          )),
        )}
      </ul>
    </details>
  )
}

function MenuLink({ action: { key, path, icon, opensDialog }, id }: { action: Action; id: string }) {
  const t = useTranslations('documents')
  const href = `/mgmt/${id}/${path}`
  const words = (
    <>
      <Icon name={icon} className="size-4" />
      {t(`do.${key}`)}
    </>
  )
  if (!opensDialog) return <a href={href}>{words}</a>
  return (
    <ActionLink href={href} className="">
      {words}
    </ActionLink>
  )
}
