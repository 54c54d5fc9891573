import { type UsageLine, UsesLeft } from '#modules/orders/index.ts'
import { FormProblem } from '#views/forms.tsx'
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
  /** Of the form that comes back, by field name. */
  values?: Record<string, string>
  /** Why there is no document of it, as a locale key. */
  problem?: string
}

export function NewDocPage(props: Props) {
  return (
    <NewDocTabs current="TEMPLATE_SELECT">
      <TemplateChoice {...props} />
    </NewDocTabs>
  )
}

export function TemplateChoice(props: Props) {
  const { templates, categories, filter, chosen, uses, problem } = props
  const t = useTranslations('documents')
  const href = (code: string) =>
    `/mgmt/new-doc?${new URLSearchParams({ ...filter, template: code })}#template-detail`
  return (
    <div id="template-choice">
      {!chosen && problem && (
        <div className="mb-4">
          <FormProblem problem={problem} />
          <p className="mt-2">{t('chooseAnother')}</p>
        </div>
      )}
      <TemplateSearch action="/mgmt/new-doc" categories={categories} filter={filter} />
      <div className={chosen ? 'grid gap-4 lg:grid-cols-[1fr_24rem]' : ''}>
        <TemplateGrid templates={templates} href={href} all="/mgmt/new-doc" chosen={chosen?.code} />
        {chosen && uses && <TemplateDetail {...props} template={chosen} uses={uses} />}
      </div>
    </div>
  )
}

type Chosen = Pick<Props, 'filter' | 'values' | 'problem'> & { template: Template }

export function TemplateDetail({ uses, ...chosen }: Chosen & { uses: UsageLine }) {
  const { template, problem } = chosen
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
      <FormProblem problem={problem} />
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
          <CreateForm {...chosen} />
        </UsesLeft>
      ) : (
        <NotInPackage />
      )}
    </section>
  )
}

const WAYS: Record<string, string> = { true: 'yes', false: 'paper', licensed: 'licensed' }

function CreateForm({ template, filter, values = {} }: Chosen) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const own = locale === 'en_US' ? 'en' : locale === 'zh_TW' ? 'zh-Hant' : 'zh-Hans'
  const wanted = template.languages.find((one) => one === values.language) ?? own
  return (
    <form method="post" action="/mgmt/new-doc" className="mt-4 flex flex-col gap-3">
      <input type="hidden" name="template" value={template.code} />
      <input type="hidden" name="version" value={template.version} />
      <input type="hidden" name="keyword" value={filter.keyword} />
      <input type="hidden" name="category" value={filter.category} />
      <input type="hidden" name="script" value={locale === 'zh_TW' ? 'Hant' : 'Hans'} />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="text-sm">{t('primaryLanguage')}</legend>
        {template.languages.map((language) => (
          <label key={language} className="flex items-center gap-2">
            <input
              type="radio"
              name="language"
              value={language}
              defaultChecked={language === wanted}
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
              defaultChecked={value === (values.bilingual ?? 'yes')}
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
