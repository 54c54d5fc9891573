import { type UsageLine, UsesLeft } from '#modules/orders/index.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { usePermissions } from '#views/permissions.ts'
import type { Template } from '../assembly/template/template.ts'
import { mayUse } from '../template-access.ts'
import { TemplateGrid } from './doc-lib-page.tsx'
import { NewDocTabs } from './new-doc-tabs.tsx'
import { TemplateSearch } from './template-search.tsx'
import { localeOf, twinIn, wordsIn } from './words.ts'

interface Props {
  templates: Template[]
  categories: string[]
  filter: { keyword: string; category: string }
  chosen: Template | null
  /** What is left of what the chosen one spends. */
  uses: UsageLine | null
}

export function NewDocPage(props: Props) {
  return (
    <NewDocTabs current="TEMPLATE_SELECT">
      <TemplateChoice {...props} />
    </NewDocTabs>
  )
}

export function TemplateChoice({ templates, categories, filter, chosen, uses }: Props) {
  const href = (code: string) =>
    `/mgmt/new-doc?${new URLSearchParams({ ...filter, template: code })}#template-detail`
  return (
    <div id="template-choice">
      <TemplateSearch action="/mgmt/new-doc" categories={categories} filter={filter} />
      <div className={chosen ? 'grid gap-4 lg:grid-cols-[1fr_24rem]' : ''}>
        <TemplateGrid templates={templates} href={href} all="/mgmt/new-doc" chosen={chosen?.code} />
        {chosen && uses && <TemplateDetail template={chosen} uses={uses} />}
      </div>
    </div>
  )
}

export function TemplateDetail({ template, uses }: { template: Template; uses: UsageLine }) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const may = mayUse(usePermissions(), template)
  const clauses = template.articles.reduce((sum, article) => sum + article.clauses.length, 0)
  return (
    <section
      id="template-detail"
      aria-labelledby="template-title"
      className="h-fit scroll-mt-4 rounded-box border border-primary bg-base-100 p-5 lg:sticky lg:top-4 max-lg:order-first"
    >
      <h2 id="template-title" className="font-serif text-xl">
        {twinIn(template.title, locale)}
      </h2>
      <p className="text-base-content/75 text-sm">
        {t('templateFacts', { fields: template.fields.length, clauses, minutes: template.minutes })}
      </p>
      <p className="text-base-content/75 text-sm">
        {template.jurisdictions.map((place) => t(`jurisdiction.${place}`)).join(' · ')}
      </p>
      <h3 className="mt-3 font-semibold text-sm">{t('purpose')}</h3>
      <p className="text-sm">{wordsIn(template.purpose, locale)}</p>
      <h3 className="mt-3 font-semibold text-sm">{t('notFor')}</h3>
      <p className="text-sm">{wordsIn(template.notFor, locale)}</p>
      <h3 className="mt-3 font-semibold text-sm">{t('signingWay.heading')}</h3>
      <p className="text-sm">
        {t(`signingWay.${WAYS[String(template.eSign)]}`)}
        {template.signingNote && ` ${wordsIn(template.signingNote, locale)}`}
      </p>
      {template.needs && (
        <p className="mt-3 text-sm">
          {t(template.needs === 'zh' ? 'signingWay.needsChinese' : 'signingWay.needsEnglish')}
        </p>
      )}
      {may ? (
        <UsesLeft line={uses}>
          <CreateForm template={template} />
        </UsesLeft>
      ) : (
        <NotInPackage />
      )}
    </section>
  )
}

const WAYS: Record<string, string> = { true: 'yes', false: 'paper', licensed: 'licensed' }

function CreateForm({ template }: { template: Template }) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const chinese = locale === 'zh_TW' ? 'zh-Hant' : 'zh-Hans'
  return (
    <form method="post" action="/mgmt/new-doc" className="mt-4 flex flex-col gap-3">
      <input type="hidden" name="template" value={template.code} />
      <input type="hidden" name="version" value={template.version} />
      <input type="hidden" name="script" value={locale === 'zh_TW' ? 'Hant' : 'Hans'} />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="text-sm">{t('primaryLanguage')}</legend>
        {template.languages.map((language) => (
          <label key={language} className="flex items-center gap-2">
            <input
              type="radio"
              name="language"
              value={language}
              defaultChecked={language === (locale === 'en_US' ? 'en' : chinese)}
              className="radio radio-sm"
            />
            <span lang={language}>{t(`language.${language}`)}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="text-sm">{t('bilingual')}</legend>
        {(['yes', 'no'] as const).map((value) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="radio"
              name="bilingual"
              value={value}
              defaultChecked={value === 'yes'}
              className="radio radio-sm"
            />
            {t(value)}
          </label>
        ))}
      </fieldset>
      <button type="submit" className="btn btn-primary">
        {t('create')}
      </button>
    </form>
  )
}

/** Nobody fills a form that is refused in the end: what is missing is said where the button would be. */
function NotInPackage() {
  const t = useTranslations('documents')
  const words = useTranslations('acctInfo')
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <p className="alert alert-soft">{t('notInPackageText')}</p>
      <a href="/pricing" className="btn btn-primary">
        {words('seePlans')}
      </a>
    </div>
  )
}
