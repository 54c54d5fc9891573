import { useTranslations } from '#views/language.tsx'

/** What a picture of a seal is, and what it is not. */
export function Notice() {
  const t = useTranslations('seals')
  return <p className="my-4 max-w-prose text-base-content/75 text-sm">{t('notice')}</p>
}
