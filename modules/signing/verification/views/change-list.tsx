import { useTranslations } from '#views/language.tsx'
import type { Finding } from '../finding.ts'

/** The first ones tell enough. */
const SHOWN = 30

/** What is not as it was signed: signatures that no longer hold, and what came behind them. */
export function ChangeList({ finding: { changes, signatures } }: { finding: Finding }) {
  const t = useTranslations('signing.verify')
  const broken = signatures.filter(({ problems }) => problems.length > 0)
  const more = changes.length - SHOWN
  return (
    <ul className="mt-4 list-disc space-y-1 pl-5">
      {broken.map(({ signer, range, problems }) => (
        <li key={range.join()} className="wrap-anywhere">
          {t('broken', {
            name: signer || t('unnamed'),
            what: problems.map((one) => t(`problems.${one}`)).join(t('comma')),
          })}
        </li>
      ))}
      {changes.slice(0, SHOWN).map(({ what, page, object }) => (
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
      {more > 0 && <li>{t('more', { count: more })}</li>}
    </ul>
  )
}
