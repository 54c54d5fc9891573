import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Action } from '../audit-log.ts'
import type { Heading } from '../document.ts'
import type { LogFault } from '../log/log-end.ts'
import { CHECKER } from '../log/log-json.ts'
import { actionWords, detailsOf, faultWords } from '../log/log-lines.ts'

interface Props {
  document: Heading
  actions: Action[]
  fault: LogFault | null
}

export function ActionLogPage({ document, actions, fault }: Props) {
  const t = useTranslations('documents')
  const translateAny = useTranslations()
  const columns: Column<Action>[] = [
    { key: 'number', head: t('log.number'), cell: (row) => row.number },
    { key: 'at', head: t('log.time'), cell: (row) => <Moment at={row.at} /> },
    {
      key: 'identity',
      head: t('log.identity'),
      cell: (row) => <span className="whitespace-nowrap">{t(`identity.${row.identity}`)}</span>,
      wide: true,
    },
    {
      key: 'operator',
      head: t('log.operator'),
      cell: (row) => <span className="inline-block min-w-24">{row.operator}</span>,
      wide: true,
    },
    { key: 'action', head: t('log.action'), cell: (row) => <ActionCell row={row} />, main: true },
    {
      key: 'hash',
      head: t('log.hash'),
      cell: (row) => <code className="text-xs">{row.hash.slice(0, 12)}</code>,
      wide: true,
    },
  ]
  return (
    <>
      <PageHead title={t('actionLog')} lead={`${document.name} · ${document.number}`}>
        {(['csv', 'pdf', 'json'] as const).map((form) => (
          <a key={form} href={`/mgmt/${document.id}/action-log.${form}`} className="btn btn-outline">
            <Icon name="download" className="size-4" />
            {t(`log.${form}`)}
          </a>
        ))}
        <a href={`/mgmt/${document.id}/view-doc`} className="btn btn-outline">
          {t('do.view')}
        </a>
      </PageHead>
      <p className={`mb-3 flex items-center gap-2 text-sm ${fault ? 'text-error' : 'text-success'}`}>
        <Icon name={fault ? 'warning' : 'check'} className="size-4" />
        {fault ? faultWords(fault, translateAny) : t('log.whole')}
      </p>
      <p className="mb-3 max-w-prose text-base-content/75 text-sm">
        {t('log.checkable')}{' '}
        <a href={CHECKER} className="link" download>
          check-log.mjs
        </a>
      </p>
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table
          caption={t('actionLog')}
          columns={columns}
          rows={actions}
          rowKey={(row) => String(row.number)}
        />
      </div>
    </>
  )
}

function ActionCell({ row }: { row: Action }) {
  const t = useTranslations()
  const details = detailsOf(row, t)
  return (
    <>
      {actionWords(row, t)}
      {details && <span className="wrap-anywhere block text-base-content/75 text-xs">{details}</span>}
      <NarrowLine>
        {t(`documents.identity.${row.identity}`)}
        <span className="wrap-anywhere">{row.operator}</span>
      </NarrowLine>
    </>
  )
}
