import { useTranslations } from '#views/language.tsx'
import { useMay } from '#views/permissions.ts'

/** Offers to take over those of the team who are no contacts yet. */
export function Colleagues({ count }: { count: number }) {
  const t = useTranslations('contacts.colleagues')
  const mayEdit = useMay('document.create')
  if (!count || !mayEdit) return null
  return (
    <form
      method="post"
      action="/mgmt/contacts/colleagues"
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2"
    >
      <span>{t('offer', { count })}</span>
      <button type="submit" className="btn btn-sm btn-outline">
        {t('add')}
      </button>
    </form>
  )
}
