import { useLocale, useTranslations } from '#views/language.tsx'
import { Money } from '#views/values/money.tsx'
import { MB, type Pricing, priceIn } from '../pricing.ts'
import { PlanTable } from './plan-table.tsx'
import { PageOpening } from './section.tsx'

interface Props {
  pricing: Pricing
  loggedIn: boolean
  /** The viewer's plan. */
  ownPlan?: string
}

export function PricingPage({ pricing, loggedIn, ownPlan }: Props) {
  const t = useTranslations('site.pricing')
  const { documents_1: documents, esigns: signings, storage } = pricing.free
  const demo = { documents: documents!, signings: signings!, storageMb: storage! / MB }
  return (
    <>
      <PageOpening title={t('title')} lead={t('lead')} />
      <div className="px-4 pb-12">
        <div className="mx-auto max-w-6xl">
          <PlanTable offers={pricing.monthly} ownPlan={ownPlan} />
          <h2 className="mt-12 font-serif text-2xl">{t('otherWays')}</h2>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            <Card title={t('plan.free')} price={t('nothing')} text={t('freeText', demo)}>
              {!loggedIn && <Action href="/acct/register">{t('startFree')}</Action>}
            </Card>
            <Singles offers={pricing.singles} />
            <Card title={t('plan.customised')} price={t('onRequest')} text={t('customisedText')}>
              <Action href="/locations?anchor=tailor-made">{t('contact')}</Action>
            </Card>
          </ul>
          <h2 className="mt-12 font-serif text-2xl">{t('goodToKnow')}</h2>
          <ul className="mt-3 grid max-w-3xl list-disc gap-2 pl-5">
            {(['tax', 'types', 'use', 'month', 'cap', 'upgrade', 'renewal'] as const).map((note) => (
              <li key={note}>{t(`notes.${note}`)}</li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}

function Singles({ offers }: { offers: Pricing['singles'] }) {
  const t = useTranslations('site.pricing')
  const showsDollars = !useLocale().startsWith('zh')
  return (
    <li className="flex flex-col rounded-box border border-base-300 bg-base-100 p-5">
      <h3 className="font-serif text-xl">{t('singles')}</h3>
      <ul className="mt-2 grid gap-2">
        {offers.map((offer) => (
          <li key={offer.code} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex-1">{t(`single.${offer.code as 'single_1'}`)}</span>
            <span className="text-right font-semibold">
              <Money tag amount={priceIn(offer, 'once', 'CNY')!} />
              {showsDollars && (
                <span className="block font-normal text-base-content/75 text-sm">
                  {t('or')} <Money tag amount={priceIn(offer, 'once', 'USD')!} currency="USD" />
                </span>
              )}
            </span>
            <a
              href={`/mgmt/confirm-order?package=${offer.code}`}
              className="btn btn-outline btn-sm"
              aria-label={t('buyOf', { name: t(`single.${offer.code as 'single_1'}`) })}
            >
              {t('buy')}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-base-content/75 text-sm">{t('singlesText')}</p>
    </li>
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
