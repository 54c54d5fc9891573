import { twinIn } from '#assembly/template/words-in.ts'
import type { LibraryEntry } from '#modules/templates/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import type { Locale } from '#src/core/i18n.ts'
import { BulkBar, useSelectColumn } from '#views/desk/bulk.tsx'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { PageLinks } from '#views/list/page-links.tsx'
import { Empty, PageHead, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Due } from '#views/values/due.tsx'
import { type KnownLaw, lawWords } from '../law.ts'
import { type ListedTask, TASK_FILTERS, TASKS, type TaskFilter } from '../task.ts'

interface Props {
  rows: ListedTask[]
  next: string | null
  filter: TaskFilter
  laws: KnownLaw[]
  entries: readonly LibraryEntry[]
  locale: Locale
}

/** The tasks because laws change or must be reviewed again. */
export function TasksPage({ rows, next, filter, ...context }: Props) {
  const t = useTranslations('laws')
  const selects = filter.state === 'open' || filter.state === 'mine'
  const address = (before = '') =>
    `${TASKS}?${new URLSearchParams({ state: filter.state, ...(filter.law && { law: filter.law }), ...(before && { before }) })}`
  return (
    <>
      <PageHead title={t('tasks.title')} lead={t('tasks.lead')}>
        <a href="/desk/laws" className="btn btn-ghost">
          {t('title')}
        </a>
      </PageHead>
      <Filters filter={filter} laws={context.laws} locale={context.locale} />
      <div id="law-task-list">
        <div className="rounded-box border border-base-300 bg-base-100">
          {rows.length ? (
            <>
              <TaskTable rows={rows} selects={selects} {...context} />
              {selects && <BulkBar queue="lawTasks" close={t('task.unchanged')} />}
            </>
          ) : (
            <Empty
              icon="task"
              title={t(filter.state === 'open' && !filter.law ? 'tasks.none' : 'nothingFound')}
            >
              {t('tasks.teach')}
            </Empty>
          )}
        </div>
        <PageLinks
          first={address()}
          previous={filter.before ? address() : null}
          next={next && address(next)}
        />
      </div>
    </>
  )
}

function Filters({ filter, laws, locale }: Pick<Props, 'filter' | 'laws' | 'locale'>) {
  const t = useTranslations('laws')
  return (
    <FilterForm action={TASKS} list="law-task-list">
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('column.law')}</span>
        <select name="law" defaultValue={filter.law} className="select w-full sm:w-72">
          <option value="">{t('show.all')}</option>
          {laws.map((law) => (
            <option key={law.name} value={law.name}>
              {lawWords(law, locale)}
            </option>
          ))}
        </select>
      </label>
      <label className="text-sm max-sm:w-full">
        <span className="block">{t('show.label')}</span>
        <select name="state" defaultValue={filter.state} className="select w-full sm:w-44">
          {TASK_FILTERS.map((value) => (
            <option key={value} value={value}>
              {t(`tasks.show.${value}`)}
            </option>
          ))}
        </select>
      </label>
    </FilterForm>
  )
}

type TaskContext = Pick<Props, 'laws' | 'entries' | 'locale'>

/** The title of the template, or the name of the block; '' for the review of a law. */
function subjectIn(entries: readonly LibraryEntry[], { kind, code }: ListedTask, locale: Locale): string {
  const entry = kind === 'template' && entries.find(({ template }) => template.code === code)
  return entry ? twinIn(entry.template.title, locale) : code
}

function TaskTable({
  rows,
  selects,
  laws,
  entries,
  locale,
}: TaskContext & { rows: ListedTask[]; selects: boolean }) {
  const t = useTranslations('laws')
  const ownerLabel = useTranslations('desk.work')('owner')
  const lawOf = ({ law }: ListedTask) =>
    lawWords(laws.find(({ name }) => name === law) ?? { name: law, en: null }, locale)
  const nameOf = (row: ListedTask) =>
    `${t(`task.kind.${row.kind}`)} ${subjectIn(entries, row, locale)}`.trim()
  const select = useSelectColumn<ListedTask>((row) => `${lawOf(row)} ${nameOf(row)}`)
  const columns: Column<ListedTask>[] = [
    ...(selects ? [select] : []),
    {
      key: 'task',
      head: t('task.title'),
      main: true,
      cell: (row) => (
        <>
          <a className="link-hover font-medium" href={`${TASKS}/${row.id}`}>
            {nameOf(row)}
          </a>
          <span className="block text-base-content/75 text-sm">{lawOf(row)}</span>
          <NarrowLine>
            {row.in_force_from && <span>{t('inForceFrom', { day: row.in_force_from })}</span>}
            {row.ownerName && <span>{row.ownerName}</span>}
          </NarrowLine>
        </>
      ),
    },
    { key: 'from', head: t('column.since'), wide: true, cell: (row) => row.in_force_from ?? '–' },
    { key: 'owner', head: ownerLabel, wide: true, cell: (row) => row.ownerName ?? '–' },
    { key: 'due', head: t('task.due'), cell: (row) => <TaskDue row={row} /> },
  ]
  return <Table caption={t('tasks.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function TaskDue({ row }: { row: ListedTask }) {
  const t = useTranslations('laws.task')
  if (row.state === 'open') return <Due at={row.due_at} overdue={isOverdue(row)} />
  if (row.state === 'withdrawn') return <StateWord tone="plain">{t('withdrawn')}</StateWord>
  return <StateWord tone="success">{t(row.outcome ?? 'unchanged')}</StateWord>
}
