import { useLocale, useTranslations } from '#views/language.tsx'
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
      className={`flex h-full flex-col gap-1 rounded-box border bg-base-100 p-4 hover:border-primary ${chosen ? 'border-primary' : 'border-base-300'}`}
    >
      <span className="font-serif text-lg">{twinIn(template.title, locale)}</span>
      <span className="text-base-content/75 text-sm" lang={locale === 'en_US' ? 'zh-CN' : 'en'}>
        {other}
      </span>
      <span className="line-clamp-2 text-sm">{wordsIn(template.purpose, locale)}</span>
      <span className="mt-auto flex flex-wrap gap-1 pt-2">
        <span className="badge badge-sm badge-outline">{t(`category.${template.category}`)}</span>
        <span className="badge badge-sm badge-outline">{t('type', { type: template.type })}</span>
        {template.feeCategory === 'free-demo' && (
          <span className="badge badge-sm badge-accent">{t('freeDemo')}</span>
        )}
        {!may && <span className="badge badge-sm badge-ghost">{t('notInPackage')}</span>}
      </span>
    </a>
  )
}
