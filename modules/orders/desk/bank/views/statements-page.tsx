import { FileField } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import { SalesTabs } from '../../views/sales-tabs.tsx'
import type { StatementFault } from '../reading/fault.ts'
import { mayDiscard } from '../recorded.ts'
import type { ListedStatement } from '../statement.ts'
import { DiscardButton } from './discard-button.tsx'
import { Faults } from './faults.tsx'

interface Props {
  rows: ListedStatement[]
  /** The locale key of the problem of the whole file. */
  problem?: MessageKey
  faults?: StatementFault[]
  /** The completed action, from the address. */
  done?: string
}

/** The form that uploads a bank statement, and a list of earlier statements. */
export function StatementsPage({ rows, problem, faults, done }: Props) {
  const t = useTranslations('desk.statements')
  const file = { name: 'file', label: t('file'), hint: t('hint'), required: true }
  const formState = { ...file, problems: problem ? { file: problem } : undefined }
  return (
    <>
      <SalesTabs current="statements" done={done} />
      {faults && <Faults faults={faults} />}
      <div className="grid items-start gap-4">
        <Panel title={t('upload')}>
          <p className="mb-2 max-w-prose">{t('lead')}</p>
          <form method="post" action="/desk/statements" encType="multipart/form-data" noValidate>
            <FileField
              {...formState}
              accept=".csv,.txt,.xlsx,.zip,text/csv,text/plain"
              className="max-w-md"
            />
            <button type="submit" className="btn btn-primary mt-2">
              {t('read')}
            </button>
          </form>
        </Panel>
        {rows.length > 0 && (
          <Panel title={t('earlier')}>
            <EarlierStatements rows={rows} />
          </Panel>
        )}
      </div>
    </>
  )
}

const stateOf = ({ isUnread, method, confirmed_at }: ListedStatement) => {
  if (isUnread) return 'unread'
  if (method !== 'bank') return 'compared'
  return confirmed_at ? 'confirmed' : 'open'
}

function EarlierStatements({ rows }: { rows: ListedStatement[] }) {
  const t = useTranslations('desk.statements')
  const columns: Column<ListedStatement>[] = [
    {
      key: 'name',
      head: t('name'),
      main: true,
      cell: (row) => (
        <>
          <a className="link link-primary" href={`/desk/statements/${row.id}`}>
            {row.file_name ?? <Moment at={row.uploaded_at} />}
          </a>
          <NarrowLine>
            {row.file_name && <Moment at={row.uploaded_at} />}
            <span>{row.staffName}</span>
            <span>
              {t('credits')} {row.count}
            </span>
            <span>{t(stateOf(row))}</span>
          </NarrowLine>
        </>
      ),
    },
    { key: 'at', head: t('uploadedAt'), wide: true, cell: (row) => <Moment at={row.uploaded_at} /> },
    { key: 'who', head: t('who'), wide: true, cell: (row) => row.staffName },
    { key: 'count', head: t('credits'), wide: true, cell: (row) => row.count },
    { key: 'state', head: t('state'), wide: true, cell: (row) => t(stateOf(row)) },
    {
      key: 'discard',
      head: <span className="sr-only">{t('discard')}</span>,
      cell: (row) => mayDiscard(row) && <DiscardButton id={row.id} name={row.file_name} />,
    },
  ]
  return <Table caption={t('earlier')} columns={columns} rows={rows} rowKey={(row) => row.id} />
}
