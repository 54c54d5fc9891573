import { AcctTabs } from '#views/acct-tabs.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Delivery } from '../delivery.ts'
import { DeliveryState } from './delivery-state.tsx'

/** One delivery: the sent event, and the last response. */
export function DeliveryPage({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('webhooks')
  const endpoint = `/mgmt/acct-info/webhooks/${delivery.endpoint_id}`
  const canRepeat = delivery.included && delivery.endpoint_state === 'enabled'
  return (
    <>
      <AcctTabs current="webhooks" />
      <h2 className="mb-3 font-serif text-xl">{t(`type.${delivery.type}`)}</h2>
      <DeliveryFacts delivery={delivery} />
      <Text title={t('delivery.body')} text={delivery.body} />
      <Text title={t('delivery.answer')} text={delivery.answer} />
      <div className="mt-4 flex flex-wrap gap-2">
        {canRepeat && (
          <form method="post" action={`/mgmt/acct-info/webhooks/deliveries/${delivery.id}/repetition`}>
            <button type="submit" className="btn btn-primary btn-sm">
              {t('delivery.again')}
            </button>
          </form>
        )}
        <a className="btn btn-outline btn-sm" href={endpoint}>
          {t('delivery.log')}
        </a>
      </div>
    </>
  )
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('webhooks')
  const { tried_at, next_at, state, milliseconds } = delivery
  const facts = [
    { label: t('url'), value: delivery.url },
    { label: t('delivery.id'), value: <code className="text-sm">{delivery.id}</code> },
    { label: t('delivery.document'), value: delivery.document_number },
    { label: t('delivery.happened'), value: <Moment at={delivery.created_at} /> },
    { label: t('state'), value: <DeliveryState delivery={delivery} /> },
    { label: t('log.attempts'), value: delivery.attempts },
    { label: t('log.time'), value: tried_at && <Moment at={tried_at} /> },
    {
      label: t('log.duration'),
      value: milliseconds === null ? '' : t('log.milliseconds', { n: milliseconds }),
    },
    { label: t('log.next'), value: state === 'waiting' && next_at ? <Moment at={next_at} /> : '' },
  ]
  return <Facts facts={facts} />
}

function Text({ title, text }: { title: string; text: string }) {
  if (!text) return null
  return (
    <>
      <h3 className="mt-4 mb-1 text-sm">{title}</h3>
      <pre className="wrap-anywhere whitespace-pre-wrap rounded-field bg-base-200 p-2 text-sm">
        <code>{text}</code>
      </pre>
    </>
  )
}
