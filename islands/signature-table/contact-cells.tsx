import type { Identification, SignatoryEntry } from '#modules/signing/schema.ts'
import { exactMatch, type useSuggestions } from '../contact-suggestions.tsx'
import { SaveContact } from '../save-contact.tsx'
import { Cell } from './field-cell.tsx'
import type { Problems } from './signatories.ts'
import { useWords } from './words.ts'

const WAYS: Identification[] = ['email', 'phone', 'both']

export interface ContactProps {
  entry: SignatoryEntry
  /**
   * The organisation to save the person under as a contact; null without the permission to edit the address
   * book.
   */
  organisation: string | null
  /** Whether people can be reached by phone. */
  hasPhones: boolean
  problems: Problems
  /** Suggestions from the address book: choosing a contact by name fills in the address, and vice versa. */
  book: ReturnType<typeof useSuggestions>
  onEdit: (entry: SignatoryEntry) => void
  /** Called with the id of a field when it loses the focus. */
  onLeave: (field: string) => void
}

/** Where a signatory is reached, and with two contacts how they are identified. */
export function ContactCells({
  entry,
  organisation,
  problems,
  book,
  hasPhones,
  onEdit,
  onLeave,
}: ContactProps) {
  const t = useWords()
  const phone = entry.phone ?? ''
  return (
    <>
      <td className="w-full">
        <Cell
          id={`email-${entry.id}`}
          wide
          required={!hasPhones}
          label={t('email')}
          value={entry.email}
          problem={problems.email && t(`problem.${problems.email}`)}
          list="contact-emails"
          ask={book.ask}
          onChange={(email) => {
            const name = entry.name || exactMatch(book.found, 'email', email)?.name || ''
            onEdit({ ...entry, email, name })
          }}
          onLeave={onLeave}
        />
        {organisation !== null && (
          <SaveContact person={{ ...entry, organisation }} field={`email-${entry.id}`} t={t} />
        )}
      </td>
      {(hasPhones || phone) && (
        <td className="grid w-full gap-x-6 gap-y-2 sm:grid-cols-2">
          <div>
            <Cell
              id={`phone-${entry.id}`}
              type="tel"
              label={t('phone')}
              value={phone}
              problem={problems.phone && t(`problem.${problems.phone}`)}
              onChange={(value) => onEdit({ ...entry, phone: value })}
              onLeave={onLeave}
            />
          </div>
          {entry.email && phone && <IdentificationChoice entry={entry} onEdit={onEdit} />}
        </td>
      )}
    </>
  )
}

function IdentificationChoice({ entry, onEdit }: Pick<ContactProps, 'entry' | 'onEdit'>) {
  const t = useWords()
  return (
    <div>
      <label htmlFor={`identification-${entry.id}`} className="text-base-content/75 text-xs">
        {t('identification')}
      </label>
      <select
        id={`identification-${entry.id}`}
        value={entry.identification ?? 'email'}
        onChange={(event) =>
          onEdit({ ...entry, identification: event.currentTarget.value as Identification })
        }
        className="select select-sm w-full"
      >
        {WAYS.map((way) => (
          <option key={way} value={way}>
            {t(`identifications.${way}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
