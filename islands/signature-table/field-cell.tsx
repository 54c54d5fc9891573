interface CellProps {
  id: string
  /** For a long address. */
  wide?: boolean
  type?: 'tel'
  required?: boolean
  label: string
  value: string
  problem?: string
  /** The id of the datalist, and the function that searches its values for a text. */
  list?: string
  ask?: (text: string) => void
  onChange: (value: string) => void
  onLeave: (id: string) => void
}

/** Not coloured, because nothing is wrong before the person has visited the field. */
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
  list,
  ask,
  onChange,
  onLeave,
}: CellProps) {
  return (
    <>
      <label htmlFor={id} className="text-base-content/75 text-xs">
        {label}
        {required && <RequiredMark />}
      </label>
      <input
        id={id}
        type={type}
        value={value}
        maxLength={wide ? 254 : 100}
        list={list}
        autoComplete="off"
        aria-required={required}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : undefined}
        onFocus={() => ask?.(value)}
        onChange={(event) => {
          ask?.(event.currentTarget.value)
          onChange(event.currentTarget.value)
        }}
        onBlur={() => onLeave(id)}
        className={`input input-sm w-full ${problem ? 'input-error' : ''}`}
      />
      {problem && (
        <p id={`${id}-note`} role="alert" className="mt-1.5 text-error text-xs">
          {problem}
        </p>
      )}
    </>
  )
}
