import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import type { ListedPayment } from '../payment.ts'

/** Makes a function that returns the problem of a payment, or its resolution, in words. */
export function useOutcome() {
  const t = useTranslations('desk')
  return ({
    problem,
    settled_at,
    refundState,
    toRefund,
  }: Pick<ListedPayment, 'problem' | 'settled_at' | 'refundState' | 'toRefund'>) => {
    if (refundState === 'refused') return <StateWord tone="error">{t('payments.refundRefused')}</StateWord>
    if (refundState === 'waits') return <StateWord tone="warning">{t('payments.refundWaiting')}</StateWord>
    if (!problem && toRefund) return <StateWord tone="warning">{t('payments.excessOpen')}</StateWord>
    if (!problem) return <StateWord tone="success">{t('sales.settlesOrder')}</StateWord>
    if (settled_at)
      return (
        <StateWord tone="plain">
          {t(refundState === 'byHand' ? 'payments.refundedByHand' : 'payments.refundedWhole')}
        </StateWord>
      )
    return <StateWord tone="warning">{t(`sales.problems.${problem}`)}</StateWord>
  }
}
