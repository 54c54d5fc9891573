import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import type { Validity } from '../drafts/validity.ts'
import type { Status } from '../status.ts'
import {
  type Action,
  DocumentMenu,
  type MenuDocument,
  SIGN,
  SIGNED,
  VIEW,
  VIEW_IMPORTED,
} from './document-menu.tsx'

/** The most likely next action in each state; the others are in the menu. */
const NEXT_ACTIONS: Record<Status, Action> = {
  draft: { key: 'edit', path: 'edit-doc', icon: 'edit' },
  in_review: { key: 'followReview', path: 'review-doc', icon: 'message' },
  returned: { key: 'editReturned', path: 'refund-doc', icon: 'edit' },
  approved: { key: 'finalise', path: 'finalisation', icon: 'check' },
  finalised: SIGN,
  signing: VIEW,
  completed: SIGNED,
}

/** The next action for an imported file, which people look at before they send it. */
const NEXT_IMPORTED: Partial<Record<Status, Action>> = { finalised: SIGN, completed: SIGNED }

interface Props {
  row: Omit<MenuDocument, 'lapsed'> & { validity: Validity; archived_at: Date | null }
  /** The address of the list as shown, to return to. */
  back: string
}

export function RowActions({ row, back }: Props) {
  const t = useTranslations('documents')
  const maySign = useMay('document.sign')
  const mayEdit = useMay('document.create')
  const mayFinalise = useMay('document.finalise')
  const isAllowed: Partial<Record<string, boolean>> = {
    initiateSigning: maySign,
    edit: mayEdit,
    editReturned: mayEdit,
    finalise: mayFinalise,
  }
  const lapsed = row.validity === 'lapsed'
  const view = row.kind === 'imported' ? VIEW_IMPORTED : VIEW
  const nextAction = row.kind === 'imported' ? (NEXT_IMPORTED[row.status] ?? view) : NEXT_ACTIONS[row.status]
  const canRenewOnly = lapsed && (nextAction.key === 'edit' || nextAction.key === 'finalise')
  const shownAction = canRenewOnly || isAllowed[nextAction.key] === false ? view : nextAction
  return (
    <div className="flex items-center justify-end gap-1">
      {row.archived_at && mayEdit ? (
        <Unarchiving id={row.id} back={back} />
      ) : (
        <a
          href={`/mgmt/${row.id}/${shownAction.path}`}
          className="btn btn-sm btn-outline whitespace-nowrap max-sm:btn-square xl:max-2xl:btn-square"
          title={t(`do.${shownAction.key}`)}
        >
          <Icon name={shownAction.icon} className="size-4" />
          <span className="max-sm:sr-only xl:max-2xl:sr-only">{t(`do.${shownAction.key}`)}</span>
        </a>
      )}
      <DocumentMenu
        document={{ ...row, lapsed }}
        shownActions={[shownAction.key]}
        back={back}
        size="btn-sm"
      />
    </div>
  )
}

/** A button that brings an archived document back into the list. */
function Unarchiving({ id, back }: { id: string; back: string }) {
  const t = useTranslations('documents.bulk')
  return (
    <form method="post" action="/mgmt/filing/unarchive">
      <input type="hidden" name={`document-${id}`} value="yes" />
      <input type="hidden" name="filter" value={back.split('?')[1] ?? ''} />
      <button type="submit" className="btn btn-sm btn-outline whitespace-nowrap">
        {t('unarchive')}
      </button>
    </form>
  )
}
