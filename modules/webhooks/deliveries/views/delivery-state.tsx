import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import type { ListedDelivery } from '../delivery.ts'

type Props = { delivery: Pick<ListedDelivery, 'state' | 'attempts' | 'status' | 'problem'> }

/** The state of a delivery, with the status or the problem of its last attempt. */
export function DeliveryState({ delivery: { state, attempts, status, problem } }: Props) {
  const t = useTranslations('webhooks')
  const isUntried = attempts === 0 || (!status && !problem)
  if (state === 'waiting' && isUntried)
    return <StateWord tone="info">{t(attempts ? 'outcome.sending' : 'outcome.waiting')}</StateWord>
  const reason = problem ? t(`outcome.${problem}`) : t('outcome.status', { status: status ?? 0 })
  if (state === 'delivered') return <StateWord tone="success">{reason}</StateWord>
  return <StateWord tone={state === 'failed' ? 'error' : 'warning'}>{reason}</StateWord>
}
