import { useTranslations } from '#views/language.tsx'
import type { SignatureFacts } from '../finding.ts'

/** Maximum number of differences shown. */
const MAX_SHOWN = 12

const PERMITTED = new Set(['signature', 'time-stamp', 'validation', 'form', 'metadata', 'data'])

export const isPermitted = ({ what }: SignatureFacts['later'][number]): boolean => PERMITTED.has(what)

/** The differences after a signature: permitted additions, and changes. */
export function LaterList({ facts, isLast }: { facts: SignatureFacts; isLast?: boolean }) {
  const t = useTranslations('signing.verify.later')
  const changes = facts.later.filter((one) => !isPermitted(one))
  const additions = facts.later.filter(isPermitted)
  if (facts.later.length === 0) return null
  return (
    <div className="mt-3">
      {changes.length > 0 && <Group title={t(isLast ? 'changedLast' : 'changed')} later={changes} />}
      {additions.length > 0 && <Group title={t(isLast ? 'addedLast' : 'added')} later={additions} />}
      {changes.length > 0 && !facts.ours && <p className="mt-2 text-base-content/75 text-sm">{t('note')}</p>}
    </div>
  )
}

function Group({ title, later }: { title: string; later: SignatureFacts['later'] }) {
  const t = useTranslations('signing.verify')
  const hiddenCount = later.length - MAX_SHOWN
  return (
    <div className="wrap-anywhere">
      <span className="font-semibold">{title}</span>
      <ul className="list-disc pl-5">
        {later.slice(0, MAX_SHOWN).map(({ what, page, field }) => (
          <li key={`${what} ${page} ${field}`}>
            {page !== null && `${t('page', { page })} · `}
            {t(`later.${what}`)}
            {field && (
              <>
                {' · '}
                <bdi lang="">{field}</bdi>
              </>
            )}
          </li>
        ))}
        {hiddenCount > 0 && <li>{t('more', { count: hiddenCount })}</li>}
      </ul>
    </div>
  )
}
