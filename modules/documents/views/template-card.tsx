import { useLocale, useTranslations } from '#views/language.tsx'
import { Tag } from '#views/parts.tsx'
import { usePermissions } from '#views/permissions.ts'
import type { Template } from '../assembly/template/template.ts'
import { mayUse } from '../template-access.ts'
import { localeOf, twinIn, wordsIn } from './words.ts'

interface Props {
  template: Template
  href: string
  chosen?: boolean
}

export function TemplateCard({ template, href, chosen }: Props) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const may = mayUse(usePermissions(), template)
  const other = locale === 'en_US' ? template.title.zh : template.title.en
  return (
    <a
      href={href}
      aria-current={chosen || undefined}
      data-free-demo={template.feeCategory === 'free-demo' || undefined}
      className={`flex h-full flex-col gap-1 rounded-box border bg-base-100 p-4 hover:border-primary ${chosen ? 'border-primary' : 'border-base-300'}`}
    >
      <span className="font-serif text-lg">{twinIn(template.title, locale)}</span>
      <span className="text-base-content/75 text-sm" lang={locale === 'en_US' ? 'zh-CN' : 'en'}>
        {other}
      </span>
      <span className="line-clamp-2 text-sm">{wordsIn(template.purpose, locale)}</span>
      <span className="mt-auto flex flex-wrap gap-1 pt-2">
        <Tag>{t(`category.${template.category}`)}</Tag>
        <Tag>{t('type', { type: template.type })}</Tag>
        {template.feeCategory === 'free-demo' && <Tag accent>{t('freeDemo')}</Tag>}
        {!may && <Tag>{t('notInPackage')}</Tag>}
      </span>
    </a>
  )
}
