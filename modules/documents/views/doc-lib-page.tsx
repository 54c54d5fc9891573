import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
import { usePermissions } from '#views/permissions.ts'
import type { Template } from '../assembly/template/template.ts'
import { TemplateCard } from './template-card.tsx'
import { TemplateSearch } from './template-search.tsx'

interface Props {
  templates: Template[]
  categories: string[]
  filter: { keyword: string; category: string }
}

export function DocLibPage({ templates, categories, filter }: Props) {
  const t = useTranslations('documents')
  return (
    <>
      <PageHead title={t('docLib')} lead={t('docLibLead')} />
      <TemplateSearch action="/mgmt/doc-lib" categories={categories} filter={filter} />
      <TemplateGrid
        templates={templates}
        href={(code) => `/mgmt/new-doc?template=${code}`}
        all="/mgmt/doc-lib"
      />
      <TailorMade />
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

/** For whoever finds no template that fits. */
function TailorMade() {
  const t = useTranslations('consultation')
  if (!usePermissions().includes('document.create')) return null
  return (
    <p className="mt-6 flex flex-wrap items-center gap-3">
      {t('noTemplate')}
      <a className="btn btn-outline btn-sm" href="/mgmt/new-doc?tab=CONSULT_SELECT">
        {t('ask')}
      </a>
    </p>
  )
}

interface GridProps {
  templates: Template[]
  href: (code: string) => string
  /** The page with every template, for whoever has searched in vain. */
  all: string
  chosen?: string
}

export function TemplateGrid({ templates, href, all, chosen }: GridProps) {
  const t = useTranslations('documents')
  if (!templates.length)
    return (
      <Empty icon="search" title={t('empty.templates')}>
        <a className="btn btn-outline" href={all}>
          {t('empty.allTemplates')}
        </a>
      </Empty>
    )
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {templates.map((template) => (
        <li key={template.code}>
          <TemplateCard template={template} href={href(template.code)} chosen={template.code === chosen} />
        </li>
      ))}
    </ul>
  )
}
