import type { ReactNode } from 'react'

interface Props {
  title: string
  lead: string
  /** Omitted if the link does not prove the right to learn the document's name. */
  about?: { document_name: string; document_number: string }
  children: ReactNode
}

/** One step of an entrance: its title, its document, and one action. */
export function EntranceCard({ title, lead, about, children }: Props) {
  return (
    <section className="mx-auto w-full max-w-lg rounded-box border border-base-300 bg-base-100 p-6 sm:mt-8 sm:p-8">
      <h1 className="font-serif text-2xl">{title}</h1>
      <p className="mt-3">{lead}</p>
      {about && (
        <p className="mt-3 border-primary border-l-2 pl-3 font-serif text-lg">
          {about.document_name}
          <span className="block font-sans text-base-content/75 text-sm">{about.document_number}</span>
        </p>
      )}
      {children}
    </section>
  )
}

/** As `maskEmail`, for a number in E.164. */
export const maskPhone = (phone: string): string =>
  `${phone.replace(/^\+86/, '').slice(0, 3)}****${phone.slice(-4)}`

/** Shows enough of an address for its owner to recognise it, and too little for others to learn it. */
export function maskEmail(email: string): string {
  const [name = '', domain] = email.split('@')
  return `${name.slice(0, 2)}***@${domain}`
}
