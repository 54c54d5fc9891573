import { newId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { useMoney } from '#views/values/money.tsx'
import { type DeskPayment, isRefundedByHand, partsOf, refundableAmount } from '../payment.ts'

type Props = FormState & { payment: DeskPayment }

/** The form that lets the payment pay its order after all. */
export function ApplyForm({ payment, ...formState }: Props) {
  const t = useTranslations('desk.payments')
  return (
    <form method="post" action={`/desk/payments/${payment.id}/application`} noValidate>
      <FormProblem problem={formState.problems?.application} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('applyMeaning')}</p>
      <TextField {...formState} name="applyReason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-primary mt-2">
        {t('apply')}
      </button>
    </form>
  )
}

/** The form that applies all transfers of the order together, or the missing amount. */
export function JointForm({ payment, ...formState }: Props) {
  const t = useTranslations('desk.payments')
  const money = useMoney()
  const parts = partsOf(payment)
  if (!parts) return <FormProblem problem={formState.problems?.joint} />
  const { count, sum, missing } = parts
  const words = { count, sum: money(sum, payment.currency), total: money(payment.total!, payment.currency) }
  if (missing > 0n)
    return (
      <p className="max-w-prose">
        {t('partsMissing', { ...words, missing: money(missing, payment.currency) })}
      </p>
    )
  return (
    <form method="post" action={`/desk/payments/${payment.id}/joint-application`} noValidate>
      <FormProblem problem={formState.problems?.joint} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('jointMeaning', words)}</p>
      <TextField {...formState} name="jointReason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-primary mt-2">
        {t('applyTogether')}
      </button>
    </form>
  )
}

/** The form that refunds the payment or a part of it. Sending the form twice refunds once. */
export function RefundForm({ payment, ...formState }: Props) {
  const t = useTranslations('desk.payments')
  const money = useMoney()
  const isByHand = isRefundedByHand(payment)
  const fields = {
    problems: formState.problems,
    values: { amount: decimal(refundableAmount(payment)), key: newId(), ...formState.values },
  }
  return (
    <form method="post" action={`/desk/payments/${payment.id}/refund`} noValidate>
      <FormProblem problem={formState.problems?.refund} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">
        {isByHand ? t('handMeaning') : t('gatewayMeaning')}
      </p>
      <input type="hidden" name="key" value={fields.values.key} />
      <TextField
        {...fields}
        name="amount"
        label={t('refundAmount', { currency: payment.currency })}
        hint={t('refundHint', { rest: money(refundableAmount(payment), payment.currency) })}
        inputMode="decimal"
        required
        maxLength={20}
      />
      {isByHand && (
        <TextField
          {...fields}
          name="reference"
          label={t('reference')}
          autoComplete="off"
          required
          maxLength={100}
        />
      )}
      <TextField {...fields} name="reason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-outline btn-error mt-2">
        {t('refund')}
      </button>
    </form>
  )
}

/** The form that voids a transfer that never came, so that it no longer counts. */
export function VoidForm({ payment, ...formState }: Props) {
  const t = useTranslations('desk.payments')
  return (
    <form method="post" action={`/desk/payments/${payment.id}/voiding`} noValidate>
      <FormProblem problem={formState.problems?.void} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('voidMeaning')}</p>
      {payment.line && <p className="mb-1 max-w-prose text-sm">{t('voidLine')}</p>}
      <TextField {...formState} name="voidReason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-outline btn-error mt-2">
        {t('void')}
      </button>
    </form>
  )
}

type Refund = DeskPayment['refunds'][number]

/**
 * The form that repeats a request for a refund that the gateway has not answered, or has refused
 * temporarily.
 */
export function RetryForm({ paymentId, refund }: { paymentId: string; refund: Refund }) {
  const t = useTranslations('desk.payments')
  return (
    <form method="post" action={`/desk/payments/${paymentId}/refund-retry`} className="mt-1">
      <p className="wrap-anywhere mb-1 text-sm">
        {refund.refused ? t('refusedBecause', { code: refund.refused }) : t('refundWaits')}
      </p>
      <input type="hidden" name="refund" value={refund.id} />
      <button type="submit" className="btn btn-sm btn-outline">
        {t('retry')}
      </button>
    </form>
  )
}

/** The form for a refund that the gateway refused permanently: it records the bank transfer made instead. */
export function HandForm({ payment, refund, ...formState }: Props & { refund: Refund }) {
  const t = useTranslations('desk.payments')
  // If several refunds were refused, typed values and problems belong to only one form.
  const ownFormState = formState.values?.refund === refund.id ? formState : {}
  return (
    <form method="post" action={`/desk/payments/${payment.id}/refund-by-hand`} noValidate className="mt-3">
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('byHandMeaning')}</p>
      <input type="hidden" name="refund" value={refund.id} />
      <TextField
        {...ownFormState}
        name="handReference"
        label={t('bankReference')}
        autoComplete="off"
        required
        maxLength={100}
      />
      <TextField {...ownFormState} name="handReason" label={t('remark')} required maxLength={500} />
      <button type="submit" className="btn btn-outline btn-error mt-2">
        {t('settleByHand')}
      </button>
    </form>
  )
}
