import { useTranslations } from '#views/language.tsx'

/** A button that deletes the uploaded file. */
export function CancelButton({ id }: { id: string }) {
  const t = useTranslations('contacts.import')
  return (
    <form method="post" action={`/mgmt/contacts/import/${id}/removal`}>
      <button type="submit" className="btn btn-ghost">
        {t('cancel')}
      </button>
    </form>
  )
}
