import { languageTag } from '#src/core/i18n.ts'
import { Moment } from '#views/values/moment.tsx'
import type { ListedRequest } from '../consultation.ts'
import { ConsultationStateWord } from './state-word.tsx'

/** A short description of a request. */
export function RequestLink({ request }: { request: ListedRequest }) {
  const { id, subject, locale, state, created_at } = request
  return (
    <>
      <a
        href={`/mgmt/consultations/${id}`}
        className="link-hover wrap-anywhere font-medium"
        lang={languageTag(locale)}
      >
        {subject}
      </a>
      <span className="flex flex-wrap items-center gap-x-3 text-base-content/75 text-sm">
        <ConsultationStateWord state={state} />
        <Moment at={created_at} />
      </span>
    </>
  )
}
