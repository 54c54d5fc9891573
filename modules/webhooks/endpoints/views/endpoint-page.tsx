import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty } from '#views/parts.tsx'
import { Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { ListedDelivery } from '../../deliveries/delivery.ts'
import { useDeliveryColumns } from '../../deliveries/views/delivery-columns.tsx'
import { canRepeat, type Endpoint } from '../endpoint.ts'
import { EndpointState } from './endpoint-state.tsx'
import { WEBHOOKS } from './webhooks-page.tsx'

interface Props {
  endpoint: Endpoint
  filter: { failed: boolean; after: string }
  rows: ListedDelivery[]
  next: string | null
  done?: string
}

/** An endpoint and the log of its deliveries. */
export function EndpointPage({ endpoint, filter, rows, next, done }: Props) {
  const t = useTranslations('webhooks')
  const columns = useDeliveryColumns()
  const path = `${WEBHOOKS}/${endpoint.id}`
  const firstPage = filter.failed ? `${path}?state=failed` : path
  const nextPage = next && `${path}?${filter.failed ? 'state=failed&' : ''}after=${next}`
  return (
    <>
      <AcctTabs current="webhooks" done={done} />
      <h2 className="wrap-anywhere mb-3 font-serif text-xl">{endpoint.url}</h2>
      <EndpointFacts endpoint={endpoint} />
      <EndpointActions endpoint={endpoint} />
      <div className="mt-6 mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-serif text-lg">{t('log.title')}</h2>
        <nav aria-label={t('log.title')} className="tabs tabs-border">
          <LogTab href={path} isCurrent={!filter.failed}>
            {t('log.all')}
          </LogTab>
          <LogTab href={`${path}?state=failed`} isCurrent={filter.failed}>
            {t('log.failed')}
          </LogTab>
        </nav>
      </div>
      {canRepeat(endpoint) && (
        <p className="mb-2">
          <ActionLink href={`${path}/repetition`}>
            {t('repetition.open', { failed: endpoint.failed })}
          </ActionLink>
        </p>
      )}
      {rows.length ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <Table caption={t('log.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </div>
      ) : (
        <Empty icon="log" title={t('log.none')}>
          {t('log.teach')}
        </Empty>
      )}
      <PageLinks first={firstPage} previous={filter.after ? firstPage : null} next={nextPage} />
      <ActionPlace />
    </>
  )
}

function LogTab({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      className={`tab ${isCurrent ? 'tab-active' : 'text-base-content/80!'}`}
    >
      {children}
    </a>
  )
}

function EndpointFacts({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('webhooks')
  const facts = [
    { label: t('description'), value: endpoint.description },
    { label: t('state'), value: <EndpointState endpoint={endpoint} /> },
    { label: t('types'), value: endpoint.types.map((type) => t(`type.${type}`)).join(' · ') },
    { label: t('publicKey'), value: <code className="text-sm">{endpoint.public_key}</code> },
    { label: t('createdAt'), value: <Moment at={endpoint.created_at} /> },
  ]
  const { disabled_at, failing_since } = endpoint
  if (disabled_at) facts.push({ label: t('disabledAt'), value: <Moment at={disabled_at} /> })
  else if (failing_since) facts.push({ label: t('failingSince'), value: <Moment at={failing_since} /> })
  return <Facts facts={facts} />
}

function EndpointActions({ endpoint: { id, state, included } }: { endpoint: Endpoint }) {
  const t = useTranslations('webhooks')
  const path = `${WEBHOOKS}/${id}`
  const isEnabled = state === 'enabled'
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {included && (
        <>
          <form method="post" action={`${path}/${isEnabled ? 'test' : 'enabling'}`}>
            <button type="submit" className="btn btn-primary btn-sm">
              {t(isEnabled ? 'test' : 'enable')}
            </button>
          </form>
          <a className="btn btn-outline btn-sm" href={`${path}/change`}>
            {t('change.title')}
          </a>
        </>
      )}
      <a className="btn btn-outline btn-sm" href={`${path}/rotation`}>
        {t('rotation.submit')}
      </a>
      {isEnabled && <ActionLink href={`${path}/disabling`}>{t('disabling.submit')}</ActionLink>}
      <ActionLink href={`${path}/removal`}>{t('removal.submit')}</ActionLink>
    </div>
  )
}
