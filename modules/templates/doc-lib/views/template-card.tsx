import { categoryKey, localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Tag } from '#views/parts.tsx'
import { usePermissions } from '#views/permissions.ts'
import { mayUse } from '../../template-access.ts'
import type { Excerpt } from '../search.ts'
import type { ListedTemplate } from '../shelf.ts'

interface Props extends Partial<Omit<ListedTemplate, 'template'>>, Pick<ListedTemplate, 'template'> {
  href: string
  chosen?: boolean
}

export function TemplateCard({ template, href, chosen, isNew, match }: Props) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const isUsable = mayUse(usePermissions(), template)
  const otherTitle = locale === 'en_US' ? template.title.zh : template.title.en
  const picture = new URLSearchParams({ locale, version: String(template.version) })
  return (
    <a
      href={href}
      aria-current={chosen || undefined}
      data-free-demo={template.feeCategory === 'free-demo' || undefined}
      className={`grid grid-rows-subgrid row-span-4 gap-x-4 rounded-box border bg-base-100 p-4 hover:border-primary sm:grid-cols-[6rem_minmax(0,1fr)] ${chosen ? 'border-primary' : 'border-base-300'}`}
    >
      <img
        src={`/mgmt/doc-lib/${template.code}/thumbnail?${picture}`}
        alt=""
        width={96}
        height={136}
        loading="lazy"
        className="row-span-4 aspect-[96/136] w-full self-start border border-base-300 bg-white max-sm:hidden"
      />
      <span className="text-balance font-serif text-lg leading-snug">{twinIn(template.title, locale)}</span>
      <span className="text-pretty text-base-content/75 text-sm" lang={locale === 'en_US' ? 'zh-CN' : 'en'}>
        {otherTitle}
      </span>
      {match?.excerpt ? (
        <ExcerptLine excerpt={match.excerpt} />
      ) : (
        <span className="mt-2 line-clamp-3 text-pretty text-sm">{wordsIn(template.purpose, locale)}</span>
      )}
      <span className="mt-auto flex flex-wrap items-center gap-1 pt-3">
        {isNew && <Tag accent>{t('library.fresh')}</Tag>}
        {template.feeCategory === 'free-demo' && <Tag accent>{t('freeDemo')}</Tag>}
        <Tag>{t(categoryKey(template.category))}</Tag>
        <Tag>{t('type', { type: template.type })}</Tag>
        {!isUsable && <Tag>{t('notInPackage')}</Tag>}
        <span className="ms-auto text-base-content/75 text-xs">
          {t('library.minutes', { minutes: template.minutes })}
        </span>
      </span>
    </a>
  )
}

const LANGS = { zh: 'zh-CN', hant: 'zh-TW', en: 'en' } as const

/** The matching text, in the language in which it matches. */
function ExcerptLine({ excerpt }: { excerpt: Excerpt }) {
  const t = useTranslations('documents')
  const { kind, place, tongue, before, word, after } = excerpt
  return (
    <span className="mt-2 text-sm">
      <span className="block text-base-content/75 text-xs">
        {(kind !== 'clause' || !place) && t(`library.foundIn.${kind}`)}
        {kind === 'guidance' && place && ' · '}
        <span lang={LANGS[tongue]}>{place}</span>
      </span>
      <span className="line-clamp-2 wrap-anywhere" lang={LANGS[tongue]}>
        {before}
        <mark className="rounded-selector bg-accent/20 px-0.5 text-inherit">{word}</mark>
        {after}
      </span>
    </span>
  )
}
