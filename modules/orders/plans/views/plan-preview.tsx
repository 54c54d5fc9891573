import { shanghaiDay } from '#src/core/clock.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { MB } from '../../packages/numbers.ts'
import type { PlanPreview } from '../desk-plan.ts'

/** The changes that starting a plan for a team would make, shown to staff before they start it. */
export function Preview({ preview: { plan, months, contents, endsAt, ending } }: { preview: PlanPreview }) {
  const t = useTranslations('desk')
  const uses = useTranslations('orders.kind')
  const grantFacts = [
    [uses('document_1'), contents.documents_1],
    [uses('document_2'), contents.documents_2],
    [uses('esign'), contents.esigns],
  ] as const
  return (
    <div role="status" className="alert alert-info alert-soft mt-2 block text-sm">
      <p className="font-medium">{t('preview.title')}</p>
      <ul className="list-disc pl-5">
        <li>
          {t('planUntil', { plan: t(dynamicKey<'desk'>(`package.${plan}`)), day: shanghaiDay(endsAt) })}
        </li>
        <li>{t('preview.seats', { count: contents.seats ?? 0 })}</li>
        {grantFacts.map(([kind, quantity]) =>
          quantity ? <li key={kind}>{t('preview.uses', { kind, quantity })}</li> : null,
        )}
        {plan === 'customised' && <li>{t('preview.storage', { count: contents.storage! / MB })}</li>}
        {months === 'agreement' && <li>{t('preview.agreement')}</li>}
        {ending.map((term) => (
          <li key={term.id}>
            {t('preview.ends', {
              plan: t(dynamicKey<'desk'>(`package.${term.package}`)),
              day: shanghaiDay(term.to_at),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
