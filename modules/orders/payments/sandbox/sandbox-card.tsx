import type { ReactNode } from 'react'
import type { Money as Amount, Currency } from '#src/core/money.ts'
import { Card } from '#views/parts.tsx'
import { Money } from '#views/values/money.tsx'

interface Props {
  title: string
  lead: string
  amount: Amount
  currency: Currency
  action: string
  answers: { answer: string; buttonClass: string; words: string }[]
  children?: ReactNode
}

/** A page of the sandbox: the payer chooses the result, and no money moves. */
export function SandboxCard({ title, lead, amount, currency, action, answers, children }: Props) {
  return (
    <div className="grid justify-items-center px-4 py-10">
      <Card title={title}>
        <p>{lead}</p>
        <p className="my-4 font-semibold text-2xl">
          <Money amount={amount} currency={currency} />
        </p>
        {children}
        <form method="post" action={action} className="grid gap-2">
          {answers.map(({ answer, buttonClass, words }) => (
            <button key={answer} type="submit" name="answer" value={answer} className={`btn ${buttonClass}`}>
              {words}
            </button>
          ))}
        </form>
      </Card>
    </div>
  )
}
