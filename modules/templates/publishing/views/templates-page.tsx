import { categoryKey, localeOf, twinIn } from '#assembly/template/words-in.ts'
import { Icon } from '#views/icons.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead, Panel, StateWord } from '#views/parts.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { LibraryEntry } from '../../library.ts'
import { doubtsIn, faultsIn, type ListedDraft } from '../draft.ts'

interface Props {
  entries: readonly LibraryEntry[]
  /** Number of documents made from each template, by code. */
  documentCounts: Map<string, number>
  drafts: ListedDraft[]
}

const HOME = '/desk/templates'

/** Every template of the library, including retired ones, and the drafts not yet published. */
export function TemplatesPage({ entries, documentCounts, drafts }: Props) {
  const t = useTranslations('publishing')
  const columns = useColumns(documentCounts)
  return (
    <>
      <PageHead title={t('title')} lead={t('lead')}>
        <a href={`${HOME}/new`} className="btn btn-primary">
          <Icon name="plus" className="size-4" />
          {t('new')}
        </a>
        <a href={`${HOME}/blocks`} className="btn btn-outline">
          {t('toBlocks')}
        </a>
      </PageHead>
      {drafts.length > 0 && <Drafts drafts={drafts} />}
      <div className="rounded-box border border-base-300 bg-base-100">
        <Table caption={t('title')} columns={columns} rows={[...entries]} rowKey={codeOf} />
      </div>
    </>
  )
}

const codeOf = ({ template }: LibraryEntry) => template.code

function useColumns(documentCounts: Map<string, number>): Column<LibraryEntry>[] {
  const t = useTranslations('publishing')
  const tDocuments = useTranslations('documents')
  const countOf = (entry: LibraryEntry) => documentCounts.get(codeOf(entry)) ?? 0
  return [
    {
      key: 'template',
      head: t('column.template'),
      cell: (entry) => <TemplateCell entry={entry} made={countOf(entry)} />,
      main: true,
    },
    {
      key: 'category',
      head: t('column.category'),
      cell: ({ template }) =>
        `${tDocuments(categoryKey(template.category))} · ${tDocuments('type', { type: template.type })}`,
      wide: true,
    },
    { key: 'version', head: t('column.version'), cell: ({ template }) => template.version },
    { key: 'source', head: t('column.source'), cell: ({ source }) => t(`source.${source}`), wide: true },
    { key: 'made', head: t('column.made'), cell: countOf, wide: true },
    { key: 'state', head: t('column.state'), cell: ({ retiredAt }) => <State retiredAt={retiredAt} /> },
  ]
}

function TemplateCell({
  entry: { template, source },
  made: documentCount,
}: {
  entry: LibraryEntry
  made: number
}) {
  const t = useTranslations('publishing')
  const locale = localeOf(useLocale())
  const { code, title, category } = template
  return (
    <>
      <a href={`${HOME}/${code}`} className="link-hover font-medium">
        {twinIn(title, locale)}
      </a>
      <span className="block text-base-content/75 text-sm" lang="en">
        {code}
      </span>
      <NarrowLine>
        <span>{useTranslations('documents')(categoryKey(category))}</span>
        <span>{t(`source.${source}`)}</span>
        <span>{t('madeCount', { count: documentCount })}</span>
      </NarrowLine>
    </>
  )
}

export function State({ retiredAt }: { retiredAt: Date | null }) {
  const t = useTranslations('publishing')
  return <StateWord tone={retiredAt ? 'plain' : 'success'}>{t(retiredAt ? 'retired' : 'offered')}</StateWord>
}

function Drafts({ drafts }: { drafts: ListedDraft[] }) {
  const t = useTranslations('publishing')
  return (
    <div className="mb-4">
      <Panel title={t('drafts')}>
        <ul className="divide-y divide-base-300">
          {drafts.map((draft) => (
            <li key={draft.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <span className="wrap-anywhere">
                <a href={`${HOME}/drafts/${draft.id}`} className="link">
                  {draft.code ? t('codeVersion', { code: draft.code, version: draft.version! }) : t('unread')}
                </a>{' '}
                <Verdict draft={draft} />
                {draft.publish_on && (
                  <span className="block text-sm">
                    {t(draft.not_published ? 'schedule.listedFailed' : 'schedule.listed', {
                      day: draft.publish_on,
                    })}
                  </span>
                )}
              </span>
              <span className="text-base-content/75 text-sm">
                {draft.staffName ?? '–'} · <Moment at={draft.checked_at} />
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}

export function Verdict({ draft }: { draft: Pick<ListedDraft, 'problems' | 'version'> }) {
  const t = useTranslations('publishing')
  const faults = faultsIn(draft).length
  const doubts = doubtsIn(draft).length
  if (faults) return <StateWord tone="error">{t('faults', { count: faults })}</StateWord>
  if (doubts) return <StateWord tone="warning">{t('doubts', { count: doubts })}</StateWord>
  return <StateWord tone="success">{t('faultless')}</StateWord>
}
