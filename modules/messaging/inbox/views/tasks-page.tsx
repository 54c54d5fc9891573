import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Day, Moment } from '#views/values/moment.tsx'
import { TASK_STATES, TASK_TYPES, type TaskState } from '../../schema.ts'
import { type ListedTask, type TaskFilter, tasksPath } from '../task-list.ts'

interface Props {
  rows: ListedTask[]
  previous: string | null
  next: string | null
  filter: TaskFilter
}

export function TasksPage(props: Props) {
  const t = useTranslations('messaging.tasks')
  const tMenu = useTranslations('common.menu')
  const { status } = props.filter
  return (
    <>
      <PageHead title={tMenu('tasks')} />
      <div role="tablist" aria-label={tMenu('tasks')} className="tabs tabs-border mb-3">
        {TASK_STATES.map((state) => (
          <a
            key={state}
            role="tab"
            href={tasksPath({ ...props.filter, status: state })}
            aria-selected={state === status}
            className={`tab ${state === status ? 'tab-active' : 'text-base-content/80!'}`}
          >
            {t(`status.${state}`)}
          </a>
        ))}
      </div>
      <TypeLinks filter={props.filter} />
      <TaskList {...props} />
    </>
  )
}

function TypeLinks({ filter }: { filter: TaskFilter }) {
  const t = useTranslations('messaging.tasks')
  return (
    <nav aria-label={t('column.type')} className="mb-3 flex flex-wrap gap-2">
      {(['', ...TASK_TYPES] as const).map((type) => (
        <a
          key={type}
          href={tasksPath({ ...filter, type })}
          aria-current={filter.type === type ? 'true' : undefined}
          className={`btn btn-sm ${filter.type === type ? 'btn-neutral' : 'btn-ghost'}`}
        >
          {t(`type.${type || 'all'}`)}
        </a>
      ))}
    </nav>
  )
}

function TaskList({ rows, previous, next, filter }: Props) {
  const t = useTranslations('messaging.tasks')
  const columns = useColumns(filter.status)
  if (!rows.length) return <NoTasks filter={filter} />
  return (
    <>
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table
          caption={t(`status.${filter.status}`)}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
        />
      </div>
      <PageLinks
        first={tasksPath(filter)}
        previous={previous && tasksPath(filter, { before: previous })}
        next={next && tasksPath(filter, { after: next })}
      />
    </>
  )
}

function useColumns(status: TaskState): Column<ListedTask>[] {
  const t = useTranslations('messaging.tasks')
  const columns: (Column<ListedTask> | false)[] = [
    { key: 'type', head: t('column.type'), cell: ({ type }) => t(`type.${type}`), wide: true },
    { key: 'document', head: t('column.document'), cell: (row) => <DocumentCell row={row} />, main: true },
    { key: 'creator', head: t('column.creator'), cell: ({ creator }) => creator, wide: true },
    { key: 'started', head: t('column.started'), cell: (row) => <Moment at={row.started_at} />, wide: true },
    status === 'todo'
      ? { key: 'due', head: t('column.due'), cell: (row) => <UntilDay at={row.due_at} />, wide: true }
      : { key: 'ended', head: t('column.finished'), cell: (row) => <FinishedAt row={row} />, wide: true },
    status === 'todo' && {
      key: 'actions',
      head: t('column.actions'),
      cell: (row) => <StartForm task={row} />,
      end: true,
    },
  ]
  return columns.filter((column) => column !== false)
}

function DocumentCell({ row }: { row: ListedTask }) {
  const t = useTranslations('messaging.tasks')
  const { document_id, document_name, document_number, visible, type, creator, due_at, state } = row
  return (
    <>
      {visible ? (
        <a href={`/mgmt/${document_id}/view-doc`} className="link-hover wrap-anywhere font-medium">
          {document_name}
        </a>
      ) : (
        <span className="wrap-anywhere font-medium">{document_name}</span>
      )}
      <span className="block text-base-content/75 text-sm tabular-nums">{document_number}</span>
      <NarrowLine>
        <span>{t(`type.${type}`)}</span>
        <span>{creator}</span>
        {state !== 'todo' && <FinishedAt row={row} />}
        {state === 'todo' && due_at && (
          <span>
            {t('column.due')} <Day at={due_at} />
          </span>
        )}
      </NarrowLine>
    </>
  )
}

const UntilDay = ({ at }: { at: Date | null }) => (at ? <Day at={at} /> : null)

function FinishedAt({ row: { state, finished_at } }: { row: ListedTask }) {
  const t = useTranslations('messaging.tasks')
  return (
    <>
      <StateWord tone={state === 'done' ? 'success' : 'plain'}>{t(`status.${state}`)}</StateWord>{' '}
      {finished_at && <Moment at={finished_at} />}
    </>
  )
}

/** The button that starts a task, as a form, because it creates a personal link to the document. */
export function StartForm({
  task: { id, type, document_name },
}: {
  task: Pick<ListedTask, 'id' | 'type' | 'document_name'>
}) {
  const t = useTranslations('messaging.tasks')
  return (
    <form method="post" action={`/mgmt/tasks/${id}/start`} className="shrink-0">
      <button
        type="submit"
        className="btn btn-primary btn-sm whitespace-nowrap"
        aria-label={t('startOf', { what: t(`start.${type}`), document: document_name })}
      >
        <Icon name="sign" className="size-4" />
        {t(`start.${type}`)}
      </button>
    </form>
  )
}

function NoTasks({ filter }: { filter: TaskFilter }) {
  const t = useTranslations('messaging.tasks')
  return (
    <div className="rounded-box border border-base-300 bg-base-100">
      <Empty icon="task" title={t(`none.${filter.status}`)}>
        {filter.type || filter.after || filter.before ? (
          <a className="btn btn-outline" href={tasksPath({ ...filter, type: '' })}>
            {t('all')}
          </a>
        ) : (
          <p>{t(`teach.${filter.status}`)}</p>
        )}
      </Empty>
    </div>
  )
}
