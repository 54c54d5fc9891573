import type { Money as Amount, Currency } from '#src/core/money.ts'
import { useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import { Money } from '#views/values/money.tsx'

interface Props {
  mandate: { id: string; price_limit: Amount; currency: Currency }
}

const ANSWERS = [
  { answer: 'agree', look: 'btn-primary' },
  { answer: 'empty', look: 'btn-outline' },
  { answer: 'decline', look: 'btn-ghost' },
] as const

/** The agreement page of a demo: the payer chooses the result, and no money moves. */
export function SandboxAgreementPage({ mandate: { id, price_limit, currency } }: Props) {
  const t = useTranslations('orders.sandbox.agreement')
  return (
    <div className="grid justify-items-center px-4 py-10">
      <Card title={t('title')}>
        <p>{t('lead')}</p>
        <p className="my-4 font-semibold text-2xl">
          <Money amount={price_limit} currency={currency} />
        </p>
        <form method="post" action={`/mgmt/acct-info/renewal/${id}/sandbox`} className="grid gap-2">
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
