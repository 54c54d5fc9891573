import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { listActions } from '../audit-log.ts'
import type { Heading } from '../document.ts'

type Action = Awaited<ReturnType<typeof listActions>>[number]

interface Props {
  document: Heading
  actions: Action[]
  broken: number | null
}

export function ActionLogPage({ document, actions, broken }: Props) {
  const t = useTranslations('documents')
  const columns: Column<Action>[] = [
    { key: 'number', head: t('log.number'), cell: (row) => row.number },
    { key: 'at', head: t('log.time'), cell: (row) => <Moment at={row.at} /> },
    { key: 'identity', head: t('log.identity'), cell: (row) => t(`identity.${row.identity}`), wide: true },
    { key: 'operator', head: t('log.operator'), cell: (row) => row.operator, wide: true },
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
        <a href={`/mgmt/${document.id}/view-doc`} className="btn btn-outline">
          {t('do.view')}
        </a>
      </PageHead>
      <p className={`mb-3 flex items-center gap-2 text-sm ${broken ? 'text-error' : 'text-success'}`}>
        <Icon name={broken ? 'warning' : 'check'} className="size-4" />
        {broken ? t('log.broken', { number: broken }) : t('log.whole')}
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
  const t = useTranslations('documents')
  return (
    <>
      {t(`action.${row.action}`)}
      <OtherDocument {...row.details} />
      <NarrowLine>{row.operator}</NarrowLine>
    </>
  )
}

/** The number of what a draft was made from, or of what was made of it. */
function OtherDocument({ from, to }: Action['details']) {
  const t = useTranslations('documents')
  if (!from && !to) return null
  const words = from ? t('log.from', { number: from }) : to
  return <span className="block text-base-content/75 text-xs">{words}</span>
}
