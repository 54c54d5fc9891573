import { useTranslations } from '#views/language.tsx'

/** Explains what the picture of a seal does and does not prove. */
export function Notice() {
  const t = useTranslations('seals')
  return <p className="my-4 max-w-prose text-base-content/75 text-sm">{t('notice')}</p>
}
