import { useTranslations } from '#views/language.tsx'
import { Empty, PageHead } from '#views/parts.tsx'
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
      <TemplateGrid templates={templates} href={(code) => `/mgmt/new-doc?template=${code}`} />
    </>
  )
}

interface GridProps {
  templates: Template[]
  href: (code: string) => string
  chosen?: string
}

export function TemplateGrid({ templates, href, chosen }: GridProps) {
  const t = useTranslations('documents')
  if (!templates.length) return <Empty icon="library" title={t('empty.templates')} />
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
