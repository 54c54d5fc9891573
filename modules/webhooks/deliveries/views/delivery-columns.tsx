import { useTranslations } from '#views/language.tsx'
import { type Column, NarrowLine } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { ListedDelivery } from '../delivery.ts'
import { DeliveryState } from './delivery-state.tsx'

export function useDeliveryColumns(): Column<ListedDelivery>[] {
  const t = useTranslations('webhooks')
  return [
    {
      key: 'type',
      head: t('log.event'),
      main: true,
      cell: (delivery) => (
        <>
          <a
            className="link link-hover font-medium"
            href={`/mgmt/acct-info/webhooks/deliveries/${delivery.id}`}
          >
            {t(`type.${delivery.type}`)}
          </a>{' '}
          <span className="text-base-content/75 text-xs">{delivery.document_number}</span>
          <NarrowLine>
            <Moment at={delivery.tried_at ?? delivery.created_at} />
            <DeliveryState delivery={delivery} />
          </NarrowLine>
        </>
      ),
    },
    {
      key: 'time',
      head: t('log.time'),
      wide: true,
      cell: ({ tried_at, created_at }) => <Moment at={tried_at ?? created_at} />,
    },
    {
      key: 'state',
      head: t('state'),
      wide: true,
      cell: (delivery) => <DeliveryState delivery={delivery} />,
    },
    { key: 'attempts', head: t('log.attempts'), wide: true, end: true, cell: ({ attempts }) => attempts },
    {
      key: 'duration',
      head: t('log.duration'),
      wide: true,
      end: true,
      cell: ({ milliseconds }) => (milliseconds === null ? '–' : t('log.milliseconds', { n: milliseconds })),
    },
    {
      key: 'next',
      head: t('log.next'),
      wide: true,
      cell: ({ state, attempts, next_at }) =>
        state === 'waiting' && attempts > 0 && next_at ? <Moment at={next_at} /> : '–',
    },
  ]
}
