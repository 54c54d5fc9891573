import { useLocale, useTranslations } from '#views/language.tsx'
import { leftText, sizeText } from '#views/values/size.tsx'

/** In bytes. The total is null if it is agreed individually. */
export interface StorageUse {
  used: number
  total: number | null
}

/** The used, remaining and total cloud storage. */
export function StorageMeter({ storage: { used, total } }: { storage: StorageUse }) {
  const t = useTranslations('documents.storage')
  const locale = useLocale()
  const remaining = total === null ? null : Math.max(0, total - used)
  const isNearlyFull = remaining !== null && remaining < total! / 10
  return (
    <section aria-labelledby="storage-title" className="rounded-box border border-base-300 bg-base-100 p-4">
      <h2 id="storage-title" className="font-serif text-lg">
        {t('title')}
      </h2>
      {total !== null && (
        <progress
          className={`progress my-2 ${isNearlyFull ? 'progress-warning' : ''}`}
          max={total}
          value={Math.min(used, total)}
          aria-label={t('label', { used: sizeText(used, locale), total: sizeText(total, locale) })}
        />
      )}
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <Amount label={t('used')} text={sizeText(used, locale)} />
        <Amount label={t('left')} text={remaining === null ? null : leftText(remaining, total!, locale)} />
        <Amount label={t('total')} text={total === null ? null : sizeText(total, locale)} />
      </dl>
      {isNearlyFull && <p className="mt-2 text-sm">{t('nearlyFull')}</p>}
    </section>
  )
}

function Amount({ label, text }: { label: string; text: string | null }) {
  const t = useTranslations('documents.storage')
  return (
    <div className="flex gap-2">
      <dt className="text-base-content/75">{label}</dt>
      <dd className="whitespace-nowrap tabular-nums">{text ?? t('agreed')}</dd>
    </div>
  )
}
