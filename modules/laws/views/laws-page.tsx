import type { Locale } from '#src/core/i18n.ts'
import { useTranslations } from '#views/language.tsx'
import { FilterForm } from '#views/list/filter-form.tsx'
import { Empty, PageHead, StateWord } from '#views/parts.tsx'
import { SearchBox } from '#views/search-box.tsx'
import { type Column, NarrowLine, Table } from '#views/table.tsx'
import { lawPath, lawWords } from '../law.ts'
import { LAW_FILTERS, type LawFilter, type ListedLaw, matches } from '../law-list.ts'
import { ReviewStateLine } from './review-is.tsx'

interface Props {
  laws: ListedLaw[]
  filter: LawFilter
  locale: Locale
}

const HOME = '/desk/laws'

/** The laws that the library cites, with their versions, their uses and their reviews. */
export function LawsPage({ laws, filter, locale }: Props) {
  const t = useTranslations('laws')
  const visibleLaws = laws.filter((law) => matches(law, filter))
  return (
    <>
      <PageHead title={t('title')} lead={t('lead', { count: laws.length })}>
        <a href="/desk/law-tasks" className="btn btn-outline">
          {t('tasks.title')}
        </a>
      </PageHead>
      <FilterForm action={HOME} list="law-list">
        <SearchBox label={t('search')} value={filter.keyword} className="w-full sm:w-80" />
        <label className="text-sm max-sm:w-full">
          <span className="block">{t('show.label')}</span>
          <select name="show" defaultValue={filter.show} className="select w-full sm:w-60">
            {LAW_FILTERS.map((value) => (
              <option key={value} value={value}>
                {t(`show.${value}`)}
              </option>
            ))}
          </select>
        </label>
      </FilterForm>
      <div id="law-list" className="rounded-box border border-base-300 bg-base-100">
        {visibleLaws.length ? (
          <LawTable laws={visibleLaws} locale={locale} />
        ) : (
          <Empty icon="log" title={t('nothingFound')}>
            <a className="link" href={HOME}>
              {t('showAll')}
            </a>
          </Empty>
        )}
      </div>
    </>
  )
}

function LawTable({ laws, locale }: { laws: ListedLaw[]; locale: Locale }) {
  const t = useTranslations('laws')
  const uses = ({ templates, blocks }: ListedLaw) =>
    blocks.length
      ? t('usesAndBlocks', { templates: templates.length, blocks: blocks.length })
      : t('uses', { templates: templates.length })
  const columns: Column<ListedLaw>[] = [
    {
      key: 'law',
      head: t('column.law'),
      main: true,
      cell: (law) => (
        <>
          <a className="link-hover font-medium" href={lawPath(law.name)}>
            {lawWords(law, locale)}
          </a>
          <OtherName law={law} locale={locale} />
          {law.openTasks > 0 && (
            <StateWord tone="warning">{t('openTasks', { count: law.openTasks })}</StateWord>
          )}
          <NarrowLine>
            <span>{uses(law)}</span>
            <ReviewStateLine {...law} />
            {law.owner && <span>{law.owner}</span>}
          </NarrowLine>
        </>
      ),
    },
    { key: 'since', head: t('column.since'), short: true, cell: (law) => <InForceSince law={law} /> },
    { key: 'uses', head: t('column.uses'), wide: true, cell: uses },
    { key: 'review', head: t('column.review'), wide: true, cell: (law) => <ReviewStateLine {...law} /> },
    { key: 'owner', head: t('column.owner'), wide: true, cell: ({ owner }) => owner ?? '–' },
  ]
  return <Table caption={t('title')} columns={columns} rows={laws} rowKey={({ name }) => name} />
}

/** The Chinese name beside the English one, or the English beside the Chinese. */
export function OtherName({ law, locale }: { law: Pick<ListedLaw, 'name' | 'hant' | 'en'>; locale: Locale }) {
  if (!law.en) return null
  const otherName = locale === 'en_US' ? lawWords(law, 'zh_CN') : law.en
  return (
    <span className="block text-base-content/75 text-sm" lang={locale === 'en_US' ? 'zh-Hans' : 'en'}>
      {otherName}
    </span>
  )
}

function InForceSince({ law: { since, checked, next } }: { law: ListedLaw }) {
  const t = useTranslations('laws')
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">{since ?? '–'}</span>
      <span className="block text-base-content/75 text-xs">
        {t(since === null ? 'notInTable' : checked ? 'checked' : 'unchecked')}
      </span>
      {next && <span className="block text-xs">{t('nextFrom', { day: next.in_force_from })}</span>}
    </>
  )
}
