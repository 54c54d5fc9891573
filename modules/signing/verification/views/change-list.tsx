import { useTranslations } from '#views/language.tsx'
import type { Finding } from '../finding.ts'

/** Maximum number of changes shown. */
const MAX_SHOWN = 30

/** Changes after our signatures, object by object. */
export function ChangeList({ changes }: { changes: Finding['changes'] }) {
  const t = useTranslations('signing.verify')
  const hiddenCount = changes.length - MAX_SHOWN
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5">
      {changes.slice(0, MAX_SHOWN).map(({ what, page, object }) => (
        <li key={`${what} ${page} ${object}`}>
          {t(`change.${what}`)}
          {page !== null && ` · ${t('page', { page })}`}
          {object && (
            <>
              {' · '}
              {t('object')} <code>{object}</code>
            </>
          )}
        </li>
      ))}
      {hiddenCount > 0 && <li>{t('more', { count: hiddenCount })}</li>}
    </ul>
  )
}
