import { newId } from '#src/core/ids.ts'
import { decimal } from '#src/core/money.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { byHand, type DeskPayment, refundable } from '../payment.ts'

type Props = FormState & { payment: DeskPayment }

/** Lets it pay its order after all. */
export function ApplyForm({ payment, ...given }: Props) {
  const t = useTranslations('desk.payments')
  return (
    <form method="post" action={`/desk/payments/${payment.id}/application`} noValidate>
      <FormProblem problem={given.problems?.application} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('applyMeaning')}</p>
      <TextField {...given} name="applyReason" label={t('reason')} required maxLength={500} />
      <button type="submit" className="btn btn-primary mt-2">
        {t('apply')}
      </button>
    </form>
  )
}

/** Gives it back, or part of it. Whoever sends the page twice gives back once. */
export function RefundForm({ payment, ...given }: Props) {
  const t = useTranslations('desk.payments')
  const hand = byHand(payment)
  const fields = {
    problems: given.problems,
    values: { amount: decimal(refundable(payment)), key: newId(), ...given.values },
  }
  return (
    <form method="post" action={`/desk/payments/${payment.id}/refund`} noValidate>
      <FormProblem problem={given.problems?.refund} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">
        {hand ? t('handMeaning') : t('gatewayMeaning')}
      </p>
      <input type="hidden" name="key" value={fields.values.key} />
      <TextField
        {...fields}
        name="amount"
        label={t('refundAmount', { currency: payment.currency })}
        hint={t('refundHint', { rest: decimal(refundable(payment)) })}
        inputMode="decimal"
        required
        maxLength={20}
      />
      {hand && (
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

/** For a gateway that has not answered. */
export function RetryForm({ paymentId, refundId }: { paymentId: string; refundId: string }) {
  const t = useTranslations('desk.payments')
  return (
    <form method="post" action={`/desk/payments/${paymentId}/refund-retry`} className="mt-1">
      <p className="mb-1 text-sm">{t('refundWaits')}</p>
      <input type="hidden" name="refund" value={refundId} />
      <button type="submit" className="btn btn-sm btn-outline">
        {t('retry')}
      </button>
    </form>
  )
}
