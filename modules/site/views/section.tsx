import type { ReactNode } from 'react'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'

interface Props {
  /** One of the anchors in `PAGES`: the id of the section and the key of its title. */
  anchor: MessageKey<'site.section'>
  lead?: string
  children?: ReactNode
  /** Whether the section has a white background, which separates it from its neighbours. */
  white?: boolean
}

/** A section of a public page that the menu links to; following the link focuses it. */
export function Section({ anchor, lead, children, white }: Props) {
  const t = useTranslations('site.section')
  return (
    <section
      id={anchor}
      tabIndex={-1}
      aria-labelledby={`${anchor}-title`}
      className={`px-4 py-12 outline-none sm:py-16 ${white ? 'bg-base-100' : ''}`}
    >
      <div className="mx-auto max-w-6xl">
        <h2 id={`${anchor}-title`} className="font-serif text-2xl sm:text-3xl">
          {t(anchor)}
        </h2>
        {lead && <p className="mt-3 max-w-2xl text-base-content/75 text-lg">{lead}</p>}
        {children}
      </div>
    </section>
  )
}

export function PageOpening({ title, lead }: { title: string; lead: string }) {
  return (
    <div className="px-4 pt-12">
      <div className="mx-auto max-w-6xl">
        <h1 className="font-serif text-3xl sm:text-4xl">{title}</h1>
        <p className="mt-3 max-w-2xl text-base-content/75 text-lg">{lead}</p>
      </div>
    </div>
  )
}

/** Short statements side by side, each with a line that explains it. */
export function Facts({ facts }: { facts: { title: string; text: string }[] }) {
  return (
    <ul className="mt-8 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(({ title, text }) => (
        <li key={title} className="border-base-300 border-t pt-3">
          <h3 className="font-semibold">{title}</h3>
          <p className="mt-1 text-base-content/75">{text}</p>
        </li>
      ))}
    </ul>
  )
}
