import { AcctTabs } from '#views/acct-tabs.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty } from '#views/parts.tsx'
import { ListHead } from '#views/programs/list-head.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { ListedEndpoint } from '../endpoint.ts'
import { EndpointState } from './endpoint-state.tsx'

export const WEBHOOKS = '/mgmt/acct-info/webhooks'

interface Props {
  endpoints: ListedEndpoint[]
  /** Whether the team's plan includes API access. */
  included: boolean
  done?: string
}

export function WebhooksPage({ endpoints, included, done }: Props) {
  const t = useTranslations('webhooks')
  const columns = useColumns()
  return (
    <>
      <AcctTabs current="webhooks" done={done} />
      <ListHead
        lead={t('lead')}
        planIncludesAccess={included}
        href={`${WEBHOOKS}/new`}
        words={t('new.title')}
      />
      {endpoints.length ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <Table caption={t('title')} columns={columns} rows={endpoints} rowKey={({ id }) => id} />
        </div>
      ) : (
        <Empty icon="globe" title={t('none')}>
          {t('teach')}
        </Empty>
      )}
    </>
  )
}

function useColumns(): Column<ListedEndpoint>[] {
  const t = useTranslations('webhooks')
  return [
    {
      key: 'url',
      head: t('url'),
      main: true,
      cell: (endpoint) => (
        <>
          <a className="link link-hover wrap-anywhere font-medium" href={`${WEBHOOKS}/${endpoint.id}`}>
            {endpoint.url}
          </a>
          {endpoint.description && (
            <span className="block text-base-content/75 text-xs">{endpoint.description}</span>
          )}
          <NarrowLine>
            <EndpointState endpoint={endpoint} />
          </NarrowLine>
        </>
      ),
    },
    { key: 'types', head: t('types'), wide: true, cell: ({ types }) => types.length, end: true },
    { key: 'state', head: t('state'), wide: true, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  ]
}
