import { shanghaiDay } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel, StateWord } from '#views/parts.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import { useMoney } from '#views/values/money.tsx'
import { goodsOf } from '../../ordering/goods.ts'
import type { PaymentMethod } from '../../payments/payment-method.ts'
import type { CurrentMandate, RenewalStatus } from '../renewal-status.ts'
import { mayAgree, usualCharge, usualNotice } from '../timing.ts'
import { RenewalHistory } from './renewal-history.tsx'
import { SwitchOnForm } from './switch-on-form.tsx'

interface Props extends FormState {
  status: RenewalStatus
  methods: readonly PaymentMethod[]
  /**
   * The page on which a pending mandate is concluded; undefined while the payment service does not answer.
   */
  providerPage?: string
  done?: string
}

/** The page of the automatic renewal of the team's plan: its terms, whether it is on, and its history. */
export function RenewalPage({ status, methods, providerPage, done, ...formState }: Props) {
  const t = useTranslations('orders.renewal')
  const { current } = status
  return (
    <>
      <AcctTabs current="orders" />
      <div className="mx-auto grid max-w-2xl gap-4">
        <a href="/mgmt/order-record" className="link link-primary justify-self-start">
          {t('back')}
        </a>
        {done === 'off' && !current && (
          <p role="status" className="alert alert-success alert-soft text-sm">
            {t('doneOff')}
          </p>
        )}
        {current?.state === 'active' ? (
          <RenewalOn mandate={current} status={status} />
        ) : (
          <>
            {current && <RenewalPending mandate={current} providerPage={providerPage} />}
            {(!current || formState.problems) && (
              <RenewalOff status={status} methods={methods} {...formState} />
            )}
          </>
        )}
        <RenewalHistory status={status} />
      </div>
    </>
  )
}

/** The page when renewal is on: the next charge, and the button that ends renewal. */
function RenewalOn({ mandate, status }: { mandate: CurrentMandate; status: RenewalStatus }) {
  const t = useTranslations('orders.renewal')
  const translateAny = useTranslations()
  const orders = useTranslations('orders')
  const money = useMoney()
  const nextRenewal = status.renewals.find(
    ({ state, mandate_id }) => state === 'open' && mandate_id === mandate.id,
  )
  const limit = money(BigInt(mandate.limit), mandate.currency)
  const { endsAt } = status
  const chargeAt = nextRenewal ? new Date(nextRenewal.charge_at) : endsAt && usualCharge(endsAt)
  const facts = [
    { label: t('what'), value: goodsOf(translateAny, { ...mandate, quantity: 1 }) },
    { label: t('planEnds'), value: endsAt && <Day at={endsAt} /> },
    { label: t('chargeDay'), value: chargeAt && <Day at={chargeAt} /> },
    {
      label: t('price'),
      value: nextRenewal
        ? money(BigInt(nextRenewal.price), nextRenewal.currency)
        : t('priceOfDay', { limit }),
    },
    { label: orders('method'), value: orders(`methods.${mandate.method}`) },
    { label: t('invoice'), value: t(mandate.invoice ? 'invoiceYes' : 'invoiceNo') },
    { label: t('since'), value: mandate.agreed_at && <Moment at={new Date(mandate.agreed_at)} /> },
  ]
  return (
    <Panel title={t('title')} action={<StateWord tone="success">{t('state.on')}</StateWord>}>
      <Facts facts={facts} />
      {nextRenewal?.failure && (
        <p className="alert alert-warning alert-soft mt-3 text-sm">
          {t('failedOnce', {
            why: t(`failure.${nextRenewal.failure}`),
            day: shanghaiDay(new Date(nextRenewal.charge_at)),
          })}
        </p>
      )}
      {!nextRenewal && endsAt && (
        <p className="mt-3 text-sm">{t('noticeComes', { day: shanghaiDay(usualNotice(endsAt)) })}</p>
      )}
      <form method="post" action="/mgmt/acct-info/renewal/end" className="mt-4">
        <button type="submit" className="btn btn-outline">
          {t('switchOff')}
        </button>
      </form>
      <p className="mt-2 text-base-content/75 text-sm">{t('offMeans')}</p>
    </Panel>
  )
}

/** The page when the payer has not returned from the payment service, or its answer has not arrived. */
function RenewalPending({ mandate, providerPage }: { mandate: CurrentMandate; providerPage?: string }) {
  const t = useTranslations('orders.renewal')
  const method = useTranslations('orders.methods')(mandate.method)
  return (
    <Panel title={t('title')} action={<StateWord tone="warning">{t('state.pending')}</StateWord>}>
      <p>{t(providerPage ? 'waits' : 'silent', { method })}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {providerPage && (
          <a href={providerPage} className="btn btn-primary">
            {t('go', { method })}
          </a>
        )}
        <a href="/mgmt/acct-info/renewal?wait" className="btn btn-outline">
          {t('check')}
        </a>
        <form method="post" action="/mgmt/acct-info/renewal/end">
          <button type="submit" className="btn btn-ghost">
            {t('giveUp')}
          </button>
        </form>
      </div>
    </Panel>
  )
}

/**
 * The page when renewal is off: the form that switches it on, or the reason why it cannot be switched on.
 */
function RenewalOff({ status, methods, ...formState }: Omit<Props, 'done' | 'go'>) {
  const t = useTranslations('orders.renewal')
  const { endsAt, prices, current } = status
  const obstacle = !endsAt ? 'noPlan' : !mayAgree(endsAt) ? 'tooLate' : !methods.length ? 'noMethod' : null
  const offState = <StateWord tone="plain">{t('state.off')}</StateWord>
  if (!obstacle && prices.length)
    return (
      <Panel title={t(current ? 'again' : 'title')} action={!current && offState}>
        <SwitchOnForm status={status} methods={methods} {...formState} />
      </Panel>
    )
  return (
    <Panel title={t('title')} action={offState}>
      <p>{t(`cannot.${obstacle ?? 'noPlan'}`, { day: endsAt ? shanghaiDay(endsAt) : '' })}</p>
      <a className="btn btn-outline btn-sm mt-3" href={endsAt ? '/mgmt/acct-info' : '/pricing'}>
        {t(endsAt ? 'toPlan' : 'toPricing')}
      </a>
    </Panel>
  )
}
