import { useLocale, useTranslations } from '#views/language.tsx'
import { Empty, PageHead, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment, momentText } from '#views/values/moment.tsx'
import { sizeText } from '#views/values/size.tsx'
import type { DamagedFile, FileKind } from './damaged-files.ts'

interface Props {
  rows: DamagedFile[]
  /** Cursor of the next page. */
  next: string | null
  /** Whether there is a previous page. */
  hasPrevious: boolean
  checkedAt: Date | null
  space: { free: number; low: boolean }
  /** The result of the last manual check. */
  done?: 'right' | 'damaged'
}

const HOME = '/desk/files'

/** The damaged files, and the free space of the file store. */
export function DeskFilesPage({ rows, next, hasPrevious, checkedAt, space, done }: Props) {
  const t = useTranslations('desk.files')
  const free = sizeText(space.free, useLocale())
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')} />
      {done && (
        <p
          role={done === 'right' ? 'status' : 'alert'}
          className={`alert alert-soft mb-4 text-sm ${done === 'right' ? 'alert-success' : 'alert-warning'}`}
        >
          {t(`done.${done}`)}
        </p>
      )}
      {space.low && (
        <p role="alert" className="alert alert-error alert-soft mb-4 text-sm">
          {t('lowSpace', { free })}
        </p>
      )}
      {rows.length > 0 && <p className="mb-4 max-w-prose">{t('how')}</p>}
      <div className="rounded-box border border-base-300 bg-base-100">
        {rows.length ? (
          <FilesTable rows={rows} />
        ) : (
          <Empty icon="check" title={checkedAt ? t('none') : t('noneKnown')}>
            {checkedAt ? t('noneChecked', { at: momentText(checkedAt) }) : t('never')}
          </Empty>
        )}
      </div>
      {(hasPrevious || next) && (
        <p className="mt-3 flex gap-2">
          {hasPrevious && (
            <a className="btn btn-sm" href={HOME}>
              {t('newest')}
            </a>
          )}
          {next && (
            <a className="btn btn-sm" href={`${HOME}?after=${encodeURIComponent(next)}`}>
              {t('more')}
            </a>
          )}
        </p>
      )}
      {!space.low && <p className="mt-3 text-base-content/75 text-sm">{t('space', { free })}</p>}
    </>
  )
}

function FilesTable({ rows }: { rows: DamagedFile[] }) {
  const t = useTranslations('desk.files')
  const columns: Column<DamagedFile>[] = [
    { key: 'file', head: t('file'), main: true, cell: (row) => <FileCell row={row} /> },
    { key: 'whose', head: t('whose'), wide: true, cell: ({ team }) => team ?? '–' },
    { key: 'since', head: t('since'), wide: true, cell: (row) => <Moment at={row.damaged_at!} /> },
    { key: 'what', head: t('what'), cell: (row) => <DamageWord row={row} /> },
    {
      key: 'again',
      head: <span className="sr-only">{t('checkAgain')}</span>,
      end: true,
      cell: ({ key }) => <CheckForm fileKey={key} />,
    },
  ]
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ key }) => key} />
}

/** The desk pages of the records that own files. */
const PAGES: Partial<Record<FileKind, string>> = {
  chat: '/desk/chat/',
  consultations: '/desk/consultations/',
  slips: '/desk/orders/',
  invoices: '/desk/invoices/',
  feedback: '/desk/feedback/',
}

function FileCell({ row }: { row: DamagedFile }) {
  const t = useTranslations('desk.files')
  const { key, kind, id, number = '–', team, damaged_at } = row
  const words = t(`kind.${kind}`, { number })
  const home = PAGES[kind]
  return (
    <>
      {home ? (
        <a className="link font-medium" href={home + id}>
          {words}
        </a>
      ) : (
        <span className="font-medium">{words}</span>
      )}
      <span className="block text-base-content/75 text-xs">
        {t('key')} <code className="break-all">{key}</code>
      </span>
      <NarrowLine>
        {team && <span>{team}</span>}
        <Moment at={damaged_at!} />
      </NarrowLine>
    </>
  )
}

function DamageWord({ row: { damage } }: { row: DamagedFile }) {
  const t = useTranslations('desk.files')
  return <StateWord tone="error">{t(`damage.${damage!}`)}</StateWord>
}

function CheckForm({ fileKey }: { fileKey: string }) {
  const t = useTranslations('desk.files')
  return (
    <form method="post" action={`${HOME}/check`}>
      <input type="hidden" name="key" value={fileKey} />
      <button type="submit" className="btn btn-outline btn-sm whitespace-nowrap">
        {t('checkAgain')}
      </button>
    </form>
  )
}
