import { shanghaiDay } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { DeskOrder } from '../../desk/orders/desk-order.ts'
import { type Purchase, restOf } from '../purchase.ts'

interface Props extends FormState {
  order: DeskOrder
  purchase: Purchase
  byTransfer: boolean
  invoice: { title: string; bank: string; bank_account: string } | null
}

/** The form for a refund, whose effects are shown before it is made. */
export function RefundForm({ order, purchase, byTransfer, invoice, ...formState }: Props) {
  const t = useTranslations('desk.refunds')
  const money = useMoney()
  const values = {
    amount: decimal(purchase.worth),
    uses: String(purchase.unused),
    plan: purchase.canEnd ? 'ends' : 'stays',
    holder: invoice?.title ?? '',
    account: invoice?.bank_account ?? '',
    bank: invoice?.bank ?? '',
    key: newId(),
    ...formState.values,
  }
  const fields = { values, problems: formState.problems, required: true }
  const rest = money(restOf(order), order.currency)
  return (
    <form method="post" action={`/desk/orders/${order.id}/refund`} noValidate>
      <FormProblem problem={formState.problems?.refund} />
      <input type="hidden" name="key" value={values.key} />
      <TextField
        {...fields}
        name="amount"
        label={t('amount', { currency: order.currency })}
        hint={t('amountHint', { rest })}
        inputMode="decimal"
        maxLength={20}
      />
      <TextField {...fields} name="reason" label={t('reason')} hint={t('reasonHint')} maxLength={500} />
      <RevokedFields order={order} purchase={purchase} fields={fields} />
      {byTransfer && <PayeeFields fields={fields} />}
      <button type="submit" className="btn btn-primary mt-2">
        {t('check')}
      </button>
    </form>
  )
}

type Fields = { fields: FormState & { required: boolean } }

function RevokedFields({ order, purchase, fields }: Fields & Pick<Props, 'order' | 'purchase'>) {
  const t = useTranslations('desk.refunds')
  const orders = useTranslations('orders')
  if (order.kind === 'single')
    return (
      <TextField
        {...fields}
        name="uses"
        label={t('usesTaken')}
        hint={t('usesHint', { unused: purchase.unused })}
        inputMode="numeric"
        maxLength={6}
      />
    )
  if (order.kind === 'tailored') return <p className="my-2 max-w-prose text-sm">{t('tailored')}</p>
  if (!purchase.canEnd)
    return <p className="my-2 max-w-prose text-sm">{t(purchase.terms.length ? 'laterTerm' : 'noTerm')}</p>
  const { returnsTo, endsAt } = purchase
  const endings = returnsTo
    ? t('plan.returns', { plan: orders(`package.${returnsTo}`), day: shanghaiDay(endsAt) })
    : t('plan.ends')
  const options = [
    { value: 'ends', label: endings },
    { value: 'stays', label: t('plan.stays') },
  ]
  return (
    <SelectField
      {...fields}
      name="plan"
      label={t('plan.label')}
      hint={t(returnsTo ? 'plan.hintReturns' : 'plan.hint')}
      options={options}
    />
  )
}

function PayeeFields({ fields }: Fields) {
  const t = useTranslations('desk.refunds')
  return (
    <fieldset className="mt-2">
      <legend className="font-medium">{t('payee.title')}</legend>
      <TextField {...fields} name="holder" label={t('payee.holder')} maxLength={120} autoComplete="off" />
      <TextField
        {...fields}
        name="account"
        label={t('payee.number')}
        maxLength={60}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField {...fields} name="bank" label={t('payee.bank')} maxLength={120} autoComplete="off" />
    </fieldset>
  )
}
