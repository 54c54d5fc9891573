import type { Money as Amount, Currency } from '#src/core/money.ts'
import { useTranslations } from '#views/language.tsx'
import { SandboxCard } from './sandbox-card.tsx'

interface Props {
  mandate: { id: string; price_limit: Amount; currency: Currency }
}

const ANSWERS = [
  { answer: 'agree', buttonClass: 'btn-primary' },
  { answer: 'empty', buttonClass: 'btn-outline' },
  { answer: 'decline', buttonClass: 'btn-ghost' },
] as const

/** The agreement page of a demo: the payer chooses the result, and no money moves. */
export function SandboxAgreementPage({ mandate: { id, price_limit, currency } }: Props) {
  const t = useTranslations('orders.sandbox.agreement')
  const answers = ANSWERS.map((one) => ({ ...one, words: t(one.answer) }))
  return (
    <SandboxCard
      title={t('title')}
      lead={t('lead')}
      amount={price_limit}
      currency={currency}
      action={`/mgmt/acct-info/renewal/${id}/sandbox`}
      answers={answers}
    />
  )
}
