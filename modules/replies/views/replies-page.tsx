import { type Locale, languageTag } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { type Column, Table } from '#views/table.tsx'
import type { SavedReply } from '../reply.ts'

interface Props {
  replies: SavedReply[]
  locale: Locale
  /** The action that has just been completed, from the URL. */
  done?: string
}

const DONE = ['saved', 'deleted'] as const

/** The saved replies of our staff. */
export function RepliesPage({ replies, locale, done }: Props) {
  const t = useTranslations('replies')
  const doneAction = DONE.find((one) => one === done)
  const columns: Column<SavedReply>[] = [
    {
      key: 'name',
      head: t('name'),
      cell: ({ id, name }) => (
        <a className="link-hover font-medium" href={`/desk/replies/${id}`}>
          {name}
        </a>
      ),
    },
    {
      key: 'text',
      head: t('text'),
      main: true,
      cell: ({ texts }) => (
        <span className="line-clamp-2 text-sm" lang={languageTag(locale)}>
          {texts[locale]}
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a className="btn btn-primary" href="/desk/replies/new">
          {t('add')}
        </a>
      </PageHead>
      {doneAction && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`done.${doneAction}`)}
        </p>
      )}
      <div className="rounded-box border border-base-300 bg-base-100">
        {replies.length ? (
          <Table caption={t('title')} columns={columns} rows={replies} rowKey={({ id }) => id} />
        ) : (
          <Empty icon="message" title={t('none')}>
            {t('noneText')}
          </Empty>
        )}
      </div>
    </>
  )
}
