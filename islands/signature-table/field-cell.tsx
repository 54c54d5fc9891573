import { ContactSuggestions, type Suggestion } from '../contact-suggestions.tsx'

interface CellProps {
  id: string
  /** A wide cell for a long address. */
  wide?: boolean
  type?: 'tel'
  required?: boolean
  label: string
  value: string
  problem?: string
  /**
   * Called with a contact of the address book that was chosen in this box; `contacts` names the list of
   * contacts.
   */
  pick?: (person: Suggestion) => void
  contacts?: string
  onChange: (value: string) => void
  onLeave: (id: string) => void
}

/** Not coloured as an error, because an empty field is no mistake before the user has visited it. */
export const RequiredMark = () => (
  <span className="text-base-content/70" aria-hidden="true">
    {' *'}
  </span>
)

export function Cell({
  id,
  wide,
  type,
  required,
  label,
  value,
  problem,
  pick,
  contacts = '',
  onChange,
  onLeave,
}: CellProps) {
  return (
    <>
      <label htmlFor={id} className="text-base-content/75 text-xs">
        {label}
        {required && <RequiredMark />}
      </label>
      <div className="relative">
        <input
          id={id}
          type={type}
          value={value}
          maxLength={wide ? 254 : 100}
          autoComplete="off"
          aria-required={required}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => onLeave(id)}
          className={`input input-sm w-full ${problem ? 'input-error' : ''}`}
        />
        {pick && <ContactSuggestions boxId={id} label={contacts} pick={pick} />}
      </div>
      {problem && (
        <p id={`${id}-note`} role="alert" className="mt-1.5 text-error text-xs">
          {problem}
        </p>
      )}
    </>
  )
}
