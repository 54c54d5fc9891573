import { now } from '#src/core/clock.ts'
import { AcctTabs } from '#views/acct-tabs.tsx'
import { ActionLink, ActionPlace } from '#views/action-link.tsx'
import { useTranslations } from '#views/language.tsx'
import { Empty, StateWord } from '#views/parts.tsx'
import { ListHead } from '#views/programs/list-head.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import type { ListedKey } from '../key.ts'

export const KEYS = '/mgmt/acct-info/api-keys'

interface Props {
  keys: ListedKey[]
  /** Whether the team's plan includes the API. */
  included: boolean
  done?: string
}

export function KeysPage({ keys, included, done }: Props) {
  const t = useTranslations('api')
  const columns = useColumns()
  return (
    <>
      <AcctTabs current="api" done={done} />
      <ListHead lead={t('lead')} planIncludesAccess={included} href={`${KEYS}/new`} words={t('new.title')} />
      {keys.length ? (
        <div className="rounded-box border border-base-300 bg-base-100">
          <Table caption={t('title')} columns={columns} rows={keys} rowKey={(key) => key.id} />
        </div>
      ) : (
        <Empty icon="key" title={t('none')}>
          {t('teach')}
        </Empty>
      )}
      <p className="mt-4 text-sm">
        <a className="link link-primary" href="/developers">
          {t('guide.title')}
        </a>
      </p>
      <ActionPlace />
    </>
  )
}

function useColumns(): Column<ListedKey>[] {
  const t = useTranslations('api')
  return [
    {
      key: 'name',
      head: t('name'),
      main: true,
      cell: (key) => (
        <>
          <span className="wrap-anywhere font-medium">{key.name}</span>{' '}
          <code className="text-base-content/75 text-xs">{key.token_start}…</code>
          <NarrowLine>
            <KeyState of={key} />
          </NarrowLine>
        </>
      ),
    },
    {
      key: 'scopes',
      head: t('scopes'),
      wide: true,
      cell: ({ scopes }) => (
        <span className="text-sm">{scopes.map((scope) => t(`scope.${scope}.short`)).join(' · ')}</span>
      ),
    },
    { key: 'creator', head: t('creator'), wide: true, cell: (key) => key.creator ?? '–' },
    {
      key: 'used',
      head: t('used'),
      wide: true,
      cell: ({ used_at }) => (used_at ? <Moment at={used_at} /> : t('never')),
    },
    { key: 'state', head: t('state'), wide: true, cell: (key) => <KeyState of={key} /> },
    {
      key: 'actions',
      head: t('actions'),
      end: true,
      cell: (key) =>
        isValid(key) && (
          <ActionLink href={`${KEYS}/${key.id}/revocation`} className="btn btn-sm btn-outline">
            {t('revocation.submit')}
          </ActionLink>
        ),
    },
  ]
}

const isValid = ({ revoked_at, expires_at }: ListedKey) => !revoked_at && expires_at > now()

function KeyState({ of: key }: { of: ListedKey }) {
  const t = useTranslations('api')
  if (key.revoked_at) return <StateWord tone="plain">{t('states.revoked')}</StateWord>
  if (!isValid(key)) return <StateWord tone="plain">{t('states.expired')}</StateWord>
  return (
    <StateWord tone="success">
      <span className="whitespace-nowrap">
        {t('states.validUntil')} <Day at={key.expires_at} />
      </span>
    </StateWord>
  )
}
