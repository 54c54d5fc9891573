import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and what stands beside them; a dash where nothing does. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid gap-x-2 gap-y-2 sm:grid-cols-[minmax(min-content,11rem)_minmax(12rem,1fr)]">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-base-content/75 max-sm:text-sm">{label}</dt>
          <dd className="wrap-anywhere max-sm:mb-2">{value || value === 0 ? value : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
