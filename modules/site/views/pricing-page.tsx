import { useTranslations } from '#views/language.tsx'
import { FREE_DEMO, SINGLES } from '../pricing.ts'
import { Money } from './money.tsx'
import { PlanTable } from './plan-table.tsx'
import { Opening } from './section.tsx'

export function PricingPage({ loggedIn }: { loggedIn: boolean }) {
  const t = useTranslations('site.pricing')
  return (
    <>
      <Opening title={t('title')} lead={t('lead')} />
      <div className="px-4 pb-12">
        <div className="mx-auto max-w-6xl">
          <PlanTable loggedIn={loggedIn} />
          <h2 className="mt-12 font-serif text-2xl">{t('otherWays')}</h2>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Card title={t('plan.free')} price={t('nothing')} text={t('freeText', FREE_DEMO)}>
              {!loggedIn && <Action href="/acct/register">{t('startFree')}</Action>}
            </Card>
            <li className="flex flex-col rounded-box border border-base-300 bg-base-100 p-5">
              <h3 className="font-serif text-xl">{t('singles')}</h3>
              <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
                {SINGLES.map(({ code, price }) => (
                  <div key={code} className="contents">
                    <dt>{t(`single.${code}`)}</dt>
                    <dd className="text-right font-semibold">
                      <Money amount={price} />
                    </dd>
                  </div>
                ))}
              </dl>
              <p className="mt-2 mb-4 flex-1 text-base-content/75 text-sm">{t('singlesText')}</p>
              <Action href="/locations?anchor=online-service">{t('contactToOrder')}</Action>
            </li>
            <Card title={t('plan.customised')} price={t('onRequest')} text={t('customisedText')}>
              <Action href="/locations?anchor=tailor-made">{t('contact')}</Action>
            </Card>
          </ul>
          <h2 className="mt-12 font-serif text-2xl">{t('goodToKnow')}</h2>
          <ul className="mt-3 grid max-w-3xl list-disc gap-2 pl-5">
            {['tax', 'types', 'use', 'month', 'cap', 'upgrade'].map((note) => (
              <li key={note}>{t(`notes.${note}` as never)}</li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}

interface CardProps {
  title: string
  price: string
  text: string
  children: React.ReactNode
}

function Card({ title, price, text, children }: CardProps) {
  return (
    <li className="flex flex-col rounded-box border border-base-300 bg-base-100 p-5">
      <h3 className="font-serif text-xl">{title}</h3>
      <p className="mt-2 font-semibold">{price}</p>
      <p className="mt-2 mb-4 flex-1 text-base-content/75 text-sm">{text}</p>
      {children}
    </li>
  )
}

function Action({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="btn btn-outline btn-sm self-start">
      {children}
    </a>
  )
}
