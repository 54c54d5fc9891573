import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'
import type { MissingColleagues } from '../colleagues.ts'

/** Offers to import colleagues who are not contacts yet. */
export function Colleagues({ missingColleagues }: { missingColleagues: MissingColleagues | null }) {
  const t = useTranslations('contacts.colleagues')
  const mayEdit = useMay('document.create')
  if (!missingColleagues?.others || !mayEdit) return null
  return (
    <form
      method="post"
      action="/mgmt/contacts/colleagues"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <span>{t(missingColleagues.self ? 'offerWithYou' : 'offer', { count: missingColleagues.others })}</span>
      <button type="submit" className="btn btn-sm btn-outline">
        {t('add')}
      </button>
    </form>
  )
}
