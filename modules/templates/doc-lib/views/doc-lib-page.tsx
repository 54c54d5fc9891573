import type { Template } from '#assembly/template/template.ts'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { PageHead } from '#views/parts.tsx'
import type { Shelf } from '../shelf.ts'
import { TemplateFilters } from './template-filters.tsx'
import { TemplateList } from './template-list.tsx'

const PATH = '/mgmt/doc-lib'

export function DocLibPage({ shelf, news: newTemplates }: { shelf: Shelf; news: Template[] }) {
  const t = useTranslations('documents')
  return (
    <>
      <PageHead title={t('docLib')} lead={t('docLibLead')} />
      <NewTemplates templates={newTemplates} />
      <TemplateFilters action={PATH} filter={shelf.filter} />
      <TemplateList path={PATH} shelf={shelf} />
      <form
        method="post"
        action="/mgmt/acct-info/notices/templates"
        className="mt-3 flex flex-wrap items-center gap-3"
      >
        <p>{t('templateLetter.line')}</p>
        <button type="submit" className="btn btn-outline btn-sm">
          {t('templateLetter.ask')}
        </button>
      </form>
    </>
  )
}

const MAX_LISTED = 3

/** Templates added within the last week. */
function NewTemplates({ templates }: { templates: Template[] }) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  if (!templates.length) return null
  return (
    <p className="alert alert-soft mb-4 flex py-2 flex-wrap items-baseline gap-x-3 gap-y-1">
      <span>{t('library.news', { count: templates.length })}</span>
      {templates.slice(0, MAX_LISTED).map(({ code, title }) => (
        <a key={code} className="link" href={`/mgmt/new-doc?template=${code}`}>
          {twinIn(title, locale)}
        </a>
      ))}
      {templates.length > MAX_LISTED && (
        <a className="link" href={`${PATH}?sort=newest`}>
          {t('library.moreNews', { count: templates.length - MAX_LISTED })}
        </a>
      )}
    </p>
  )
}
