import type { Money as Amount, Currency } from '#src/core/money.ts'
import { useTranslations } from '#views/language.tsx'
import { SandboxCard } from './sandbox-card.tsx'

interface Props {
  order: { id: string; number: string; total: Amount; currency: Currency }
}

const ANSWERS = [
  { answer: 'pay', buttonClass: 'btn-primary' },
  { answer: 'less', buttonClass: 'btn-outline' },
  { answer: 'refuse', buttonClass: 'btn-ghost' },
] as const

/** The payment page of a demo: the payer chooses the result, and no money moves. */
export function SandboxPage({ order: { id, number, total, currency } }: Props) {
  const t = useTranslations('orders.sandbox')
  const answers = ANSWERS.map((one) => ({ ...one, words: t(one.answer) }))
  return (
    <SandboxCard
      title={t('title')}
      lead={t('lead')}
      amount={total}
      currency={currency}
      action={`/mgmt/orders/${id}/sandbox`}
      answers={answers}
    >
      <p className="mb-4 text-base-content/75">{number}</p>
    </SandboxCard>
  )
}
