import { MENU_MOVES } from '#src/core/reorder.ts'
import { ActionLink } from '#views/action-link.tsx'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { MoveForm } from '#views/list/reorder.tsx'
import type { ContactFilter, ListedContact } from '../list.ts'

interface Props {
  contact: ListedContact
  filter: ContactFilter
  /** Whether the list is in the team's own order, in which contacts can be moved. */
  isInOrder: boolean
}

export function ContactActions({ contact: { id, name }, filter, isInOrder }: Props) {
  const t = useTranslations('contacts')
  const path = `/mgmt/contacts/${id}`
  return (
    <div className="flex items-center justify-end gap-1">
      <ActionLink href={path} className="btn btn-sm btn-outline whitespace-nowrap max-sm:btn-square">
        <Icon name="edit" className="size-4" />
        <span className="max-sm:sr-only">{t('edit.open')}</span>
      </ActionLink>
      <details className="dropdown dropdown-end" data-dropdown>
        <summary className="btn btn-sm btn-ghost btn-square" aria-label={t('moreFor', { name })}>
          <Icon name="more" className="size-4" />
        </summary>
        <ul className="menu dropdown-content z-20 w-56 rounded-box border border-base-300 bg-base-100 text-start shadow-sm">
          {isInOrder && (
            <li>
              <MoveForm id={id} ways={MENU_MOVES} action={`${path}/position`}>
                <input type="hidden" name="page" value={filter.after} />
              </MoveForm>
            </li>
          )}
          <li>
            <ActionLink href={`${path}/deletion`} className="">
              <Icon name="bin" className="size-4" />
              {t('deletion.open')}
            </ActionLink>
          </li>
        </ul>
      </details>
    </div>
  )
}
