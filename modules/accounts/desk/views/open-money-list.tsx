import type { OpenMoney } from '#src/auth/open-money.ts'
import { useTranslations } from '#views/language.tsx'
import { usePermissions } from '#views/permissions.ts'

/**
 * The unsettled money of an account that is to be erased, with links to the pages on which it is settled.
 */
export function OpenMoneyList({ open: openMoney }: { open: OpenMoney[] }) {
  const t = useTranslations('desk.openMoney')
  const maySettle = usePermissions().includes('desk.finance')
  if (!openMoney.length) return null
  return (
    <div role="status" className="alert alert-warning alert-soft my-2 text-sm">
      <div>
        <p>{t('lead')}</p>
        <ul className="mt-1 list-disc pl-5">
          {openMoney.map(({ kind, label, path }) => (
            <li key={kind + path} className="wrap-anywhere">
              {t(`kind.${kind}`)}{' '}
              {maySettle ? (
                <a className="link" href={path}>
                  {label}
                </a>
              ) : (
                label
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
