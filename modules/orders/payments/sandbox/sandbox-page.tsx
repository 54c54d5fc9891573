import type { Money as Amount, Currency } from '#src/core/money.ts'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { Money } from '#views/values/money.tsx'

interface Props {
  order: { id: string; number: string; total: Amount; currency: Currency }
}

const ANSWERS = [
  { answer: 'pay', look: 'btn-primary' },
  { answer: 'less', look: 'btn-outline' },
  { answer: 'refuse', look: 'btn-ghost' },
] as const

/** The payment page of a demo: the payer chooses the result, and no money moves. */
export function SandboxPage({ order: { id, number, total, currency } }: Props) {
  const t = useTranslations('orders.sandbox')
  return (
    <div className="grid justify-items-center px-4 py-10">
      <Card title={t('title')}>
        <p>{t('lead')}</p>
        <p className="my-4 font-semibold text-2xl">
          <Money amount={total} currency={currency} />
        </p>
        <p className="mb-4 text-base-content/75">{number}</p>
        <form method="post" action={`/mgmt/orders/${id}/sandbox`} className="grid gap-2">
          {ANSWERS.map(({ answer, look }) => (
            <button key={answer} type="submit" name="answer" value={answer} className={`btn ${look}`}>
              {t(answer)}
            </button>
          ))}
        </form>
      </Card>
    </div>
  )
}
