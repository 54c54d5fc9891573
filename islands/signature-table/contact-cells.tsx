import type { Identification, SignatoryEntry } from '#modules/signing/schema.ts'
import type { Suggestion } from '../contact-suggestions.tsx'
import { SaveContact } from '../save-contact.tsx'
import { Cell } from './field-cell.tsx'
import type { Problems } from './signatories.ts'
import { useWords } from './words.ts'

const IDENTIFICATIONS: Identification[] = ['email', 'phone', 'both']

export interface ContactProps {
  entry: SignatoryEntry
  /**
   * The organisation of a person who is saved as a contact; null without the permission to edit the address
   * book.
   */
  organisation: string | null
  /** Whether people can be reached by phone. */
  hasPhones: boolean
  problems: Problems
  onEdit: (entry: SignatoryEntry) => void
  /** Called with the id of a field when it loses the focus. */
  onLeave: (field: string) => void
}

/** Fills in a contact that was chosen in one box, and the empty boxes. */
export function withContact(
  entry: SignatoryEntry,
  chosen: 'name' | 'email',
  { name, email, mobile }: Suggestion,
): SignatoryEntry {
  const phone = entry.phone || (email ? '' : mobile)
  return {
    ...entry,
    name: entry.name || name,
    email: entry.email || email,
    ...(phone && { phone }),
    ...(chosen === 'name' && name && { name }),
    ...(chosen === 'email' && email && { email }),
  }
}

/** The email and phone of a signatory and, if both are filled in, how the signatory is identified. */
export function ContactCells({ entry, organisation, problems, hasPhones, onEdit, onLeave }: ContactProps) {
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
          contacts={t('contact.list')}
          pick={(person) => onEdit(withContact(entry, 'email', person))}
          onChange={(email) => onEdit({ ...entry, email })}
          onLeave={onLeave}
        />
        {organisation !== null && (
          <SaveContact
            person={{ name: entry.name, email: entry.email, mobile: phone, organisation }}
            field={`email-${entry.id}`}
            t={t}
          />
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
        {IDENTIFICATIONS.map((identification) => (
          <option key={identification} value={identification}>
            {t(`identifications.${identification}`)}
          </option>
        ))}
      </select>
    </div>
  )
}
