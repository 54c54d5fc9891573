import { type Offer, PERIODS, type Period } from '#modules/orders/index.ts'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Money } from '#views/values/money.tsx'
import {
  documentsIn,
  FEATURES,
  type Feature,
  featuresOf,
  GB,
  monthsFree,
  priceIn,
  RECOMMENDED,
} from '../pricing.ts'

/** Classes that show the price of the chosen period by CSS alone. */
const CLASS_OF_PERIOD: Record<Period, string> = {
  monthly: 'hidden group-has-[[value=monthly]:checked]:block no-has:group-data-[chosen=monthly]:block',
  yearly: 'hidden group-has-[[value=yearly]:checked]:block no-has:group-data-[chosen=yearly]:block',
  agreement: 'hidden group-has-[[value=agreement]:checked]:block no-has:group-data-[chosen=agreement]:block',
}

interface Props {
  offers: Offer[]
  /** The viewer's plan. */
  ownPlan?: string
}

/** The monthly plans side by side. */
export function PlanTable({ offers, ownPlan }: Props) {
  const t = useTranslations('site.pricing')
  const features = featuresOf(offers)
  return (
    <div className="group mt-8" data-chosen="monthly">
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <legend className="mb-2 font-semibold">{t('period')}</legend>
        {PERIODS.map((period) => (
          <label key={period} className="flex items-center gap-2 py-1">
            <input
              type="radio"
              name="period"
              value={period}
              defaultChecked={period === 'monthly'}
              className="radio radio-sm"
            />
            <PeriodName offers={offers} period={period} />
          </label>
        ))}
      </fieldset>
      <ul className="mt-5 grid gap-4 lg:grid-cols-3">
        {offers.map((offer) => (
          <PlanCard key={offer.code} offer={offer} features={features} isOwn={offer.code === ownPlan} />
        ))}
      </ul>
    </div>
  )
}

function PeriodName({ offers, period }: { offers: Offer[]; period: Period }) {
  const t = useTranslations('site.pricing')
  const months = period === 'monthly' ? null : monthsFree(offers, period)
  return period === 'monthly' || !months ? t(`periods.${period}`) : t(`monthsFree.${period}`, { months })
}

interface CardProps {
  offer: Offer
  features: Feature[]
  isOwn: boolean
}

function PlanCard({ offer, features, isOwn }: CardProps) {
  const t = useTranslations('site.pricing')
  const name = t(`plan.${offer.code as 'basic'}`)
  const markText = isOwn ? t('own') : offer.code === RECOMMENDED && t('recommended')
  const border = markText ? 'border-primary' : 'border-base-300'
  return (
    <li className={`flex flex-col rounded-box border bg-base-100 p-5 ${border}`}>
      <h2 className="flex flex-wrap items-center justify-between gap-2 font-serif text-xl">
        {name}
        {markText && <span className="badge badge-primary badge-soft font-sans text-sm">{markText}</span>}
      </h2>
      {PERIODS.map((period) => (
        <PriceLine key={period} offer={offer} period={period} />
      ))}
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-base-300 border-t pt-3">
        <Limit name={t('cap.accounts')} value={offer.seats!} />
        <Limit name={t('cap.documents')} value={documentsIn(offer)} />
        {offer.documents_2! > 0 && (
          <Limit name={t('cap.ofThem')} value={`${offer.documents_1} + ${offer.documents_2}`} />
        )}
        <Limit name={t('cap.signings')} value={offer.esigns!} />
        <Limit name={t('cap.storage')} value={`${offer.storage! / GB} GB`} />
      </dl>
      <ul className="mt-3 mb-5 flex flex-1 flex-col gap-1 border-base-300 border-t pt-3">
        {features.map((key) => (
          <FeatureLine key={key} name={t(`feature.${key}`)} included={FEATURES[key](offer)} />
        ))}
      </ul>
      {PERIODS.map((period) => (
        <div key={period} className={CLASS_OF_PERIOD[period]}>
          <a
            href={`/mgmt/confirm-order?package=${offer.code}&period=${period}`}
            className="btn btn-primary btn-outline w-full"
            aria-label={t('orderOf', { name, period: t(`periods.${period}`) })}
          >
            {t('order')}
          </a>
        </div>
      ))}
    </li>
  )
}

/** English readers may pay in dollars. */
function PriceLine({ offer, period }: { offer: Offer; period: Period }) {
  const t = useTranslations('site.pricing')
  const showsDollars = !useLocale().startsWith('zh')
  return (
    <div className={`mt-2 ${CLASS_OF_PERIOD[period]}`}>
      <p>
        <span className="font-semibold text-3xl">
          <Money tag amount={priceIn(offer, period, 'CNY')!} />
        </span>{' '}
        {t(period === 'monthly' ? 'perMonth' : 'perYear')}
      </p>
      {showsDollars && (
        <p className="text-base-content/75 text-sm">
          {t('or')} <Money tag amount={priceIn(offer, period, 'USD')!} currency="USD" />
        </p>
      )}
    </div>
  )
}

function Limit({ name, value }: { name: string; value: string | number }) {
  return (
    <div className="contents">
      <dt>{name}</dt>
      <dd className="text-right font-semibold">{value}</dd>
    </div>
  )
}

/** Says in words whether a feature is included, because colour alone is not enough. */
function FeatureLine({ name, included: isIncluded }: { name: string; included: boolean }) {
  const t = useTranslations('site.pricing')
  return (
    <li className={`flex gap-2 ${isIncluded ? '' : 'text-base-content/75'}`}>
      <Icon
        name={isIncluded ? 'check' : 'close'}
        className={`mt-1 size-4 ${isIncluded ? 'text-success' : ''}`}
      />
      <span>
        {name}
        <span className="sr-only">{` – ${t(isIncluded ? 'included' : 'notIncluded')}`}</span>
      </span>
    </li>
  )
}
