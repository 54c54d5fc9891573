import type { ReactNode } from 'react'
import { useTranslations } from '#views/language.tsx'
import type { UsageLine } from '../usage-summary.ts'
import { day } from './usage-block.tsx'

/**
 * Shows the remaining uses above a form that spends one; if none is left, shows how to buy more instead of
 * the form.
 */
export function UsesLeft({ line, children }: { line: UsageLine; children: ReactNode }) {
  const t = useTranslations('orders')
  const kind = t(`kind.${line.kind}`)
  if (line.unused === 0) return <NoUses kind={kind} />
  const { unused, total, period } = line
  return (
    <>
      <p className="mt-2 text-base-content/75 text-sm">
        {t('leftUntil', { kind, unused, total, day: day(period!.to) })}
      </p>
      {children}
    </>
  )
}

function NoUses({ kind }: { kind: string }) {
  const t = useTranslations('orders')
  const words = useTranslations('acctInfo')
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <p className="alert alert-soft">{t('noneLeft', { kind })}</p>
      <div className="flex flex-wrap gap-2">
        <a href="/pricing" className="btn btn-primary">
          {words('seePlans')}
        </a>
        <a href="/mgmt/acct-info/usage" className="btn btn-ghost">
          {t('toLedger')}
        </a>
      </div>
    </div>
  )
}
