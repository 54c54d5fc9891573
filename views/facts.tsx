import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names with their values beside them, or below them in a narrow place; a dash for none. */
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
