import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/**
 * A description list: values next to their names, or below them on a narrow screen; a dash for an empty
 * value.
 */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <div className="@container">
      <dl className="grid gap-y-2 @sm:grid-cols-[11rem_1fr]">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="@max-sm:text-sm text-base-content/75">{label}</dt>
            <dd className="wrap-anywhere @max-sm:mb-2">{value || value === 0 ? value : '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
