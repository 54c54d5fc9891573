import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'

const TABS = [
  { key: 'orders', href: '/desk/orders' },
  { key: 'statements', href: '/desk/statements' },
  { key: 'payments', href: '/desk/payments' },
  { key: 'reconciliation', href: '/desk/reconciliation' },
  { key: 'revenue', href: '/desk/revenue' },
  { key: 'packages', href: '/desk/packages' },
  { key: 'coupons', href: '/desk/coupons' },
] as const

/** The tabs of the desk's pages about money, with a notice of the completed action. */
export function SalesTabs({ current, done }: { current: (typeof TABS)[number]['key']; done?: string }) {
  const t = useTranslations('desk.sales')
  return (
    <>
      <PageHead title={t('title')} />
      <nav aria-label={t('title')} className="tabs tabs-border mb-4">
        {TABS.map(({ key, href }) => (
          <a
            key={key}
            href={href}
            aria-current={key === current ? 'page' : undefined}
            className={`tab ${key === current ? 'tab-active' : 'text-base-content/80!'}`}
          >
            {t(key)}
          </a>
        ))}
      </nav>
      <DoneNotice done={done} />
    </>
  )
}

const DONE_ACTIONS = [
  'confirmed',
  'reversed',
  'applied',
  'refunded',
  'saved',
  'priced',
  'created',
  'ended',
  'voided',
  'discarded',
] as const

/** A notice of the completed action, at the top of the page. */
export function DoneNotice({ done }: { done?: string }) {
  const t = useTranslations('desk.sales.done')
  if (done === 'unsettled' || done === 'chosen' || done === 'refundWaits' || done === 'refundToTransfer')
    return (
      <p role="status" className="alert alert-warning alert-soft mb-4 text-sm">
        {t(done)}
      </p>
    )
  if (!DONE_ACTIONS.some((one) => one === done)) return null
  return (
    <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
      {t(done as (typeof DONE_ACTIONS)[number])}
    </p>
  )
}
