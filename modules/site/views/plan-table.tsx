import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { FEATURES, MONTHLY_PLANS, type MonthlyPlan, PERIODS } from '../pricing.ts'
import { Money } from './money.tsx'

/** Which price shows follows the chosen period by style alone. */
const SHOWN = {
  monthly: 'hidden group-has-[[value=monthly]:checked]:block',
  yearly: 'hidden group-has-[[value=yearly]:checked]:block',
  agreement: 'hidden group-has-[[value=agreement]:checked]:block',
}

export function PlanTable({ loggedIn }: { loggedIn: boolean }) {
  const t = useTranslations('site.pricing')
  return (
    <div className="group mt-8">
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
            {t(`periods.${period}`)}
          </label>
        ))}
      </fieldset>
      <ul className="mt-5 grid gap-4 lg:grid-cols-3">
        {MONTHLY_PLANS.map((plan) => (
          <PlanCard key={plan.code} plan={plan} loggedIn={loggedIn} />
        ))}
      </ul>
    </div>
  )
}

function PlanCard({ plan, loggedIn }: { plan: MonthlyPlan; loggedIn: boolean }) {
  const t = useTranslations('site.pricing')
  return (
    <li className="flex flex-col rounded-box border border-base-300 bg-base-100 p-5">
      <h2 className="font-serif text-xl">{t(`plan.${plan.code}`)}</h2>
      {PERIODS.map((period) => (
        <p key={period} className={`mt-2 ${SHOWN[period]}`}>
          <span className="font-semibold text-3xl">
            <Money amount={plan.prices[period]} />
          </span>{' '}
          {t(period === 'monthly' ? 'perMonth' : 'perYear')}
        </p>
      ))}
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-base-300 border-t pt-3">
        <Cap name={t('cap.accounts')} value={plan.accounts} />
        <Cap name={t('cap.documents')} value={plan.documents} />
        <Cap name={t('cap.signings')} value={plan.signings} />
        <Cap name={t('cap.storage')} value={`${plan.storageGb} GB`} />
      </dl>
      <ul className="mt-3 mb-5 flex flex-1 flex-col gap-1 border-base-300 border-t pt-3">
        {FEATURES.map(({ key, in: plans }) => (
          <Feature
            key={key}
            name={t(`feature.${key}`)}
            included={(plans as readonly string[]).includes(plan.code)}
          />
        ))}
      </ul>
      <a href={loggedIn ? '/mgmt/online-service' : '/acct/register'} className="btn btn-primary btn-outline">
        {t(loggedIn ? 'contactToOrder' : 'startFree')}
      </a>
    </li>
  )
}

function Cap({ name, value }: { name: string; value: string | number }) {
  return (
    <div className="contents">
      <dt>{name}</dt>
      <dd className="text-right font-semibold">{value}</dd>
    </div>
  )
}

/** In or out is said in words, not by a colour alone. */
function Feature({ name, included }: { name: string; included: boolean }) {
  const t = useTranslations('site.pricing')
  return (
    <li className={`flex gap-2 ${included ? '' : 'text-base-content/75'}`}>
      <Icon name={included ? 'check' : 'close'} className={`mt-1 size-4 ${included ? 'text-success' : ''}`} />
      <span>
        {name}
        <span className="sr-only">{` – ${t(included ? 'included' : 'notIncluded')}`}</span>
      </span>
    </li>
  )
}
