import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Order } from '../order.ts'

/** What closing an order means, before it is closed. */
export function ClosureForm({ order: { id, number } }: { order: Pick<Order, 'id' | 'number'> }) {
  const t = useTranslations('orders')
  const at = `/mgmt/orders/${id}`
  return (
    <>
      <p>{t('closing', { number })}</p>
      <ActionForm id="closure-form" action={`${at}/closure`} submit={t('close')} cancel={at} confirms grave />
    </>
  )
}
