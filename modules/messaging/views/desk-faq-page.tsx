import { type Locale, languageTag } from '#src/core/i18n.ts'
import { MENU_MOVES } from '#src/core/reorder.ts'
import { Icon } from '#views/icons.tsx'
import { useTranslations } from '#views/language.tsx'
import { DragHandle, MoveForm } from '#views/list/reorder.tsx'
import { Empty, PageHead, Tag } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import type { DeskFaq } from '../desk-faq.ts'
import { MAX_SHOWN } from '../faq.ts'

export const DONE_ACTIONS = ['added', 'saved', 'moved', 'stayed', 'away', 'archived', 'restored'] as const
export type DoneAction = (typeof DONE_ACTIONS)[number]

interface Props {
  faqs: DeskFaq[]
  done: { action: DoneAction; faq: DeskFaq } | null
  locale: Locale
}

type MoveWay = (typeof MENU_MOVES)[number]

const HOME = '/desk/faq'

/** The frequent questions in the order in which the site shows them. */
export function DeskFaqPage({ faqs, done, locale }: Props) {
  const t = useTranslations('messaging.faqDesk')
  const publishedFaqs = faqs.filter((faq) => !faq.archived_at)
  const archivedFaqs = faqs.filter((faq) => faq.archived_at)
  const columns = useColumns(locale, publishedFaqs)
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a href={`${HOME}/new`} className="btn btn-primary">
          <Icon name="plus" className="size-4" />
          {t('add')}
        </a>
      </PageHead>
      {done && <DoneLine {...done} locale={locale} />}
      <div className="rounded-box border border-base-300 bg-base-100" data-reorder>
        {publishedFaqs.length ? (
          <Table caption={t('list')} columns={columns} rows={publishedFaqs} rowKey={(faq) => faq.id} />
        ) : (
          <Empty icon="info" title={t('empty')}>
            <p>{t('emptyTeach')}</p>
          </Empty>
        )}
      </div>
      {archivedFaqs.length > 0 && <ArchivedQuestions faqs={archivedFaqs} locale={locale} />}
    </>
  )
}

function useColumns(locale: Locale, publishedFaqs: DeskFaq[]): Column<DeskFaq>[] {
  const t = useTranslations('messaging.faqDesk')
  const hiddenIds = new Set(publishedFaqs.slice(MAX_SHOWN).map(({ id }) => id))
  const changesPosition = (way: MoveWay, id: string) =>
    id !== (way === 'up' || way === 'first' ? publishedFaqs[0] : publishedFaqs.at(-1))?.id
  return [
    {
      key: 'question',
      head: t('column.question'),
      cell: (faq) => <QuestionCell faq={faq} locale={locale} isHidden={hiddenIds.has(faq.id)} />,
      main: true,
    },
    { key: 'helpful', head: t('column.helpful'), cell: (faq) => faq.helpful, wide: true },
    { key: 'unhelpful', head: t('column.unhelpful'), cell: (faq) => faq.unhelpful, wide: true },
    {
      key: 'actions',
      head: t('column.actions'),
      cell: (faq) => (
        <Actions
          faq={faq}
          question={faq.texts[locale].question}
          ways={MENU_MOVES.filter((way) => changesPosition(way, faq.id))}
        />
      ),
      end: true,
    },
  ]
}

function QuestionCell({ faq, locale, isHidden }: { faq: DeskFaq; locale: Locale; isHidden: boolean }) {
  const t = useTranslations('messaging.faqDesk')
  const { id, texts, helpful, unhelpful } = faq
  return (
    <div className="flex items-start gap-2">
      <DragHandle id={id} />
      <div>
        <a href={`${HOME}/${id}`} className="link-hover wrap-anywhere font-medium" lang={languageTag(locale)}>
          {texts[locale].question}
        </a>{' '}
        {isHidden && <Tag accent>{t('hidden')}</Tag>}
        <NarrowLine>
          <span>{t('votes', { helpful, unhelpful })}</span>
        </NarrowLine>
      </div>
    </div>
  )
}

interface ActionsProps {
  faq: DeskFaq
  question: string
  /** The moves that would change the position. */
  ways: MoveWay[]
}

function Actions({ faq: { id }, question, ways }: ActionsProps) {
  const t = useTranslations('messaging.faqDesk')
  return (
    <div className="flex items-center justify-end gap-1">
      <a href={`${HOME}/${id}`} className="btn btn-sm btn-outline whitespace-nowrap max-sm:btn-square">
        <Icon name="edit" className="size-4" />
        <span className="max-sm:sr-only">{t('open')}</span>
      </a>
      <details className="dropdown dropdown-end" data-dropdown>
        <summary className="btn btn-sm btn-ghost btn-square" aria-label={t('moreFor', { question })}>
          <Icon name="more" className="size-4" />
        </summary>
        <ul className="menu dropdown-content z-20 w-56 rounded-box border border-base-300 bg-base-100 text-start shadow-sm">
          {ways.length > 0 && (
            <li>
              <MoveForm id={id} ways={ways} action={`${HOME}/${id}/position`} />
            </li>
          )}
          <li>
            <form method="post" action={`${HOME}/${id}/archiving`} className="block p-0">
              <button type="submit" className="w-full px-3 py-1.5 text-start">
                {t('archive')}
              </button>
            </form>
          </li>
        </ul>
      </details>
    </div>
  )
}

function ArchivedQuestions({ faqs, locale }: { faqs: DeskFaq[]; locale: Locale }) {
  const t = useTranslations('messaging.faqDesk')
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-serif text-xl">{t('archived')}</h2>
      <ul className="divide-y divide-base-300 rounded-box border border-base-300 bg-base-100">
        {faqs.map(({ id, texts }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
            <a href={`${HOME}/${id}`} className="link-hover wrap-anywhere">
              {texts[locale].question}
            </a>
            <RestoreForm id={id} words={t('restore')} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const RestoreForm = ({ id, words }: { id: string; words: string }) => (
  <form method="post" action={`${HOME}/${id}/restoration`}>
    <button type="submit" className="btn btn-sm btn-outline">
      {words}
    </button>
  </form>
)

/** A notice of the completed action, with a button to undo an archiving. */
function DoneLine({ action, faq, locale }: NonNullable<Props['done']> & { locale: Locale }) {
  const t = useTranslations('messaging.faqDesk')
  const isUnchanged = action === 'stayed' || action === 'away'
  return (
    <div
      role="status"
      className={`alert ${isUnchanged ? 'alert-info' : 'alert-success'} alert-soft wrap-anywhere mb-4 flex flex-wrap items-center gap-x-4 gap-y-1`}
    >
      <Icon name={isUnchanged ? 'info' : 'check'} className="size-5" />
      {t(`done.${action}`, { question: faq.texts[locale].question })}
      {action === 'archived' && faq.archived_at && <RestoreForm id={faq.id} words={t('undo')} />}
    </div>
  )
}
