import type { ReactNode } from 'react'
import { characterName, unprintableIn } from '#assembly/characters/printable.ts'
import type { SignatoryEntry } from '#modules/signing/schema.ts'
import { Icon } from '#views/icons.tsx'
import { LANGUAGES } from '#views/layout/language-switch.tsx'
import { ContactCells, type ContactProps, withContact } from './contact-cells.tsx'
import { Cell } from './field-cell.tsx'
import { RealNameChoice } from './real-name-choice.tsx'
import { useWords } from './words.ts'

type Role = NonNullable<SignatoryEntry['role']>

const ROLES: Role[] = ['signer', 'approver', 'copy']

interface Props extends ContactProps {
  /** The position of the signatory in the signing order; 0 if they are not in the order. */
  turn: number
  isFirst: boolean
  isLast: boolean
  /** Whether real names can be checked. */
  hasRealNames: boolean
  /** The name of the person with whom the signatory could act at the same time, if any. */
  partner: string | null
  /** Whether a dragged row would be dropped on this one. */
  isTarget: boolean
  party: string
  /** The default language of mails to the signatory. */
  locale: string
  onMove: (offset: -1 | 1) => void
  onDrag: () => void
  onRole: (role: Role) => void
  onTogether: (isTogether: boolean) => void
  onDelete: () => void
  /** The places of the signatory. */
  children: ReactNode
}

/** One signatory; each problem is shown under its field. */
export function SignatoryRow(props: Props) {
  const { entry, turn, isFirst, isLast, isTarget, partner, party, problems, children } = props
  const { onEdit, onLeave, onMove, onDrag, onRole, onTogether, onDelete } = props
  const t = useWords()
  const name = entry.name || t('unnamed')
  const unprintableDetail = (text: string) => ({ detail: unprintableIn(text).map(characterName).join(' ') })
  return (
    <tr
      data-signatory={entry.id}
      className={`flex flex-wrap items-start border-base-300 border-b py-2 *:border-0 *:px-3 *:py-1 ${isTarget ? 'bg-primary/10' : ''}`}
    >
      <td className="flex w-14 items-center tabular-nums">
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          title={t('drag', { name })}
          onPointerDown={(event) => {
            if (event.button !== 0) return
            event.preventDefault()
            onDrag()
          }}
          className="-ml-2 cursor-grab touch-none px-1 text-base-content/60"
        >
          <Icon name="grip" className="size-4" />
        </button>
        {turn || '–'}
      </td>
      <td className="grow basis-[calc(100%-11.75rem)] font-medium">{party}</td>
      <td className="whitespace-nowrap">
        <RowButton
          id={entry.id}
          label={t('up', { name })}
          icon="up"
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <RowButton
          id={entry.id}
          label={t('down', { name })}
          icon="down"
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <RowButton id={entry.id} label={t('delete', { name })} icon="bin" onClick={onDelete} />
      </td>
      <td className="w-full sm:w-1/2">
        <Cell
          id={`name-${entry.id}`}
          required
          label={t('name')}
          value={entry.name}
          problem={problems.name && t(`problem.${problems.name}`, unprintableDetail(entry.name))}
          contacts={t('contact.list')}
          pick={(person) => onEdit(withContact(entry, 'name', person))}
          onChange={(name) => onEdit({ ...entry, name })}
          onLeave={onLeave}
        />
      </td>
      <td className="w-full sm:w-1/2">
        <Cell
          id={`title-${entry.id}`}
          label={t('jobTitle')}
          value={entry.title ?? ''}
          problem={problems.title && t(`problem.${problems.title}`, unprintableDetail(entry.title ?? ''))}
          onChange={(value) => onEdit({ ...entry, title: value })}
          onLeave={onLeave}
        />
      </td>
      <ContactCells {...props} />
      <td className="w-full sm:w-1/2">
        <label htmlFor={`role-${entry.id}`} className="text-base-content/75 text-xs">
          {t('role')}
        </label>
        <select
          id={`role-${entry.id}`}
          value={entry.role ?? 'signer'}
          onChange={(event) => onRole(event.currentTarget.value as Role)}
          className="select select-sm w-full"
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {t(`roles.${role}`)}
            </option>
          ))}
        </select>
      </td>
      <td className="w-full sm:w-1/2">
        <label htmlFor={`locale-${entry.id}`} className="text-base-content/75 text-xs">
          {t('language')}
        </label>
        <select
          id={`locale-${entry.id}`}
          value={entry.locale ?? props.locale}
          onChange={(event) =>
            onEdit({ ...entry, locale: event.currentTarget.value as SignatoryEntry['locale'] })
          }
          className="select select-sm w-full"
        >
          {LANGUAGES.map(({ locale, lang, name: language }) => (
            <option key={locale} value={locale} lang={lang}>
              {language}
            </option>
          ))}
        </select>
      </td>
      {(props.hasRealNames || entry.realName) && entry.role !== 'copy' && (
        <td className="w-full">
          <RealNameChoice entry={entry} onEdit={onEdit} />
        </td>
      )}
      {partner !== null && (
        <td className="w-full">
          <label className="flex items-center gap-2 text-sm">
            <input
              id={`together-${entry.id}`}
              type="checkbox"
              checked={entry.together ?? false}
              onChange={(event) => onTogether(event.currentTarget.checked)}
              className="checkbox checkbox-sm"
            />
            <span>{t('together', { name: partner || t('unnamed') })}</span>
          </label>
        </td>
      )}
      <td className="w-full">{children}</td>
    </tr>
  )
}

const TURN = { up: '-rotate-90', down: 'rotate-90' }

interface ButtonProps {
  /** Id of the signatory. */
  id: string
  label: string
  icon: 'up' | 'down' | 'bin'
  disabled?: boolean
  onClick: () => void
}

function RowButton({ id, label, icon, disabled, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      id={`${icon}-${id}`}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="btn btn-ghost btn-sm btn-square"
    >
      {icon === 'bin' ? (
        <Icon name="bin" className="size-4" />
      ) : (
        <Icon name="chevron" className={`size-4 ${TURN[icon]}`} />
      )}
    </button>
  )
}

interface DeletedProps {
  name: string
  onUndo: () => void
}

/** Replaces a deleted row until the next action, so that nothing moves under the pointer. */
export function DeletedRow({ name, onUndo }: DeletedProps) {
  const t = useWords()
  return (
    <tr className="block">
      <td colSpan={8} className="block">
        <span role="status">{t('deleted', { name: name || t('unnamed') })}</span>{' '}
        <button type="button" id="undo-delete" onClick={onUndo} className="btn btn-sm btn-outline">
          {t('undo')}
        </button>
      </td>
    </tr>
  )
}
