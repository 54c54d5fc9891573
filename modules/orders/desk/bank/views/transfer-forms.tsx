import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMoney } from '#views/values/money.tsx'
import type { DeskOrder } from '../../orders/desk-order.ts'
import { expectedTransfer } from '../confirm-transfer.ts'

interface Props extends FormState {
  order: DeskOrder
  hasOtherAmount?: boolean
  again?: boolean
}

/** The form for a transfer as it appears on our account. */
export function TransferForm({ order, hasOtherAmount, again, ...formState }: Props) {
  const t = useTranslations('desk.sales')
  const values = { ...expectedTransfer(order), ...formState.values }
  const fields = { values, problems: formState.problems, required: true }
  const details = { total: useMoney()(order.total) }
  const canBePaid = order.state === 'pending' || order.state === 'expired'
  return (
    <form method="post" action={`/desk/orders/${order.id}/transfer`} noValidate>
      <FormProblem problem={formState.problems?.transfer} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">
        {canBePaid ? t('transferMeaning', details) : t('transferKept')}
      </p>
      <TextField {...fields} name="amount" label={t('amount')} inputMode="decimal" maxLength={20} />
      {hasOtherAmount && (
        <CheckField {...fields} name="differs">
          {t('differs', details)}
        </CheckField>
      )}
      <TextField {...fields} name="reference" label={t('reference')} autoComplete="off" maxLength={100} />
      {again && (
        <CheckField {...fields} name="again">
          {t('again')}
        </CheckField>
      )}
      <TextField {...fields} name="day" label={t('day')} type="date" />
      <button type="submit" className="btn btn-primary mt-2">
        {t('confirm')}
      </button>
    </form>
  )
}

/** The form that refuses the shown proof of transfer. */
export function SlipRefusalForm({ order, ...formState }: Props) {
  const t = useTranslations('desk.sales')
  const { slip } = order
  return (
    <form method="post" action={`/desk/orders/${order.id}/slip-refusal`} noValidate>
      <FormProblem problem={formState.problems?.slip ?? formState.problems?.uploadedAt} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('refuseSlipMeaning')}</p>
      {slip && <input type="hidden" name="uploadedAt" value={new Date(slip.uploaded_at).toISOString()} />}
      <TextField
        {...formState}
        name="slipReason"
        label={t('reasonForCustomer')}
        hint={t('slipReasonHint')}
        required
        maxLength={500}
      />
      <button type="submit" className="btn btn-outline btn-error mt-2">
        {t('refuseSlip')}
      </button>
    </form>
  )
}

/**
 * The form that reverses a transfer that was confirmed by mistake; if the order has an invoice, a link to
 * the invoice instead.
 */
export function ReversalForm({ order, ...formState }: Props) {
  const t = useTranslations('desk.sales')
  const { invoice } = order
  if (invoice && (invoice.state === 'requested' || invoice.state === 'issued'))
    return (
      <>
        <FormProblem problem={formState.problems?.reversal} />
        <p className="mb-2 max-w-prose text-sm">{t(`invoiceFirst.${invoice.state}`)}</p>
        <a href={`/desk/invoices/${invoice.id}`} className="btn btn-outline">
          {t('toInvoice')}
        </a>
        {formState.values?.reversalReason && (
          <p className="wrap-anywhere mt-2 text-sm">
            {t('reason')}
            {t('colon')}
            {formState.values.reversalReason}
          </p>
        )}
      </>
    )
  return (
    <form method="post" action={`/desk/orders/${order.id}/reversal`} noValidate>
      <FormProblem problem={formState.problems?.reversal} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('reverseMeaning')}</p>
      <TextField {...formState} name="reversalReason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-outline btn-error mt-2">
        {t('reverse')}
      </button>
    </form>
  )
}
