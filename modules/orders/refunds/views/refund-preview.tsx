import { shanghaiDay } from '#src/core/clock.ts'
import type { Values } from '#src/http/body.ts'
import { useTranslations } from '#views/language.tsx'
import { useMoney } from '#views/values/money.tsx'
import { restOf } from '../purchase.ts'
import { REFUND_FIELDS } from '../refund-check.ts'
import type { RefundPlan } from '../refund-order.ts'

interface Props {
  plan: RefundPlan
  values: Values
  needsApproval: boolean
}

/** The effects of a refund, with the button that makes it. */
export function RefundPreview({ plan, values, needsApproval }: Props) {
  const t = useTranslations('desk.refunds')
  return (
    <form method="post" action={`/desk/orders/${plan.order.id}/refund`}>
      <RefundEffects plan={plan} />
      {REFUND_FIELDS.filter((name) => values[name] !== undefined).map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
      {needsApproval && <p className="mt-3 text-sm">{t('needsApproval')}</p>}
      <button type="submit" name="step" value="apply" className="btn btn-error mt-3">
        {t(needsApproval ? 'request' : 'confirm')}
      </button>
    </form>
  )
}

/** The effects of a refund, in words. */
export function RefundEffects({ plan }: { plan: RefundPlan }) {
  const t = useTranslations('desk.refunds.preview')
  const orders = useTranslations('orders')
  const money = useMoney()
  const { order, purchase, amount, currency, payee, uses, endsPlan, invoice } = plan
  const rest = money(restOf(order) - amount, currency)
  const { returnsTo } = purchase
  const day = shanghaiDay(purchase.endsAt)
  const planEnds = returnsTo
    ? t('planReturns', { plan: orders(`package.${returnsTo}`), day })
    : t('planEnds', { day })
  return (
    <ul className="list-disc pl-5">
      <li>
        {payee
          ? t('toPayee', { amount: money(amount, currency), ...payee })
          : t('sameWay', { amount: money(amount, currency) })}
      </li>
      <li>{plan.isWhole ? t('whole') : t('part', { rest })}</li>
      {order.kind === 'single' && <li>{t('uses', { count: uses })}</li>}
      {endsPlan && <li>{planEnds}</li>}
      {!endsPlan && purchase.terms.length > 0 && <li>{t('planStays')}</li>}
      {invoice && <li>{t(`invoice.${invoice}`)}</li>}
      <li>{t('notified')}</li>
    </ul>
  )
}
