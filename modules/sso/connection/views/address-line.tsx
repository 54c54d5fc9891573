import { useTranslations } from '#views/language.tsx'

/** Text to copy elsewhere, with a button that copies it. */
export function AddressLine({ text }: { text: string }) {
  const t = useTranslations('sso')
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="select-all wrap-anywhere rounded-field bg-base-200 px-2 py-1 text-sm">{text}</code>
      <button
        type="button"
        className="btn btn-xs btn-outline"
        data-copy-link={text}
        data-copied={t('copied')}
      >
        {t('copy')}
      </button>
    </span>
  )
}
