import { ActionForm } from '#views/action-card.tsx'
import { useTranslations } from '#views/language.tsx'
import type { Order } from '../order.ts'

/** Explains the consequences of closing an order, and asks for confirmation. */
export function ClosureForm({ order: { id, number } }: { order: Pick<Order, 'id' | 'number'> }) {
  const t = useTranslations('orders')
  const path = `/mgmt/orders/${id}`
  return (
    <>
      <p>{t('closing', { number })}</p>
      <ActionForm
        id="closure-form"
        action={`${path}/closure`}
        submit={t('close')}
        cancel={path}
        confirms
        isDestructive
      />
    </>
  )
}
