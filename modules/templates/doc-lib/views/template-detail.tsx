import type { ReactNode } from 'react'
import { templateClauses } from '#assembly/outline.ts'
import type { Template } from '#assembly/template/template.ts'
import { categoryKey, jurisdictionKey, localeOf, twinIn, wordsIn } from '#assembly/template/words-in.ts'
import { type UsageLine, UsesLeft } from '#modules/orders/index.ts'
import { Facts } from '#views/facts.tsx'
import { FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { usePermissions } from '#views/permissions.ts'
import { mayUse } from '../../template-access.ts'
import type { LibraryFilter } from '../filter.ts'
import { tagsIn } from '../tags.ts'
import { CreateForm } from './create-form.tsx'

interface Props {
  template: Template
  uses: UsageLine
  filter: LibraryFilter
  /** The status of the laws that the template cites. */
  laws: ReactNode
  values?: Record<string, string>
  problem?: MessageKey
}

/** The detail page of a template, with the form that creates a document. */
export function TemplateDetail({ template, uses, filter, laws, values, problem }: Props) {
  const locale = localeOf(useLocale())
  const isUsable = mayUse(usePermissions(), template)
  const otherTitle = locale === 'en_US' ? template.title.zh : template.title.en
  return (
    <section
      id="template-detail"
      aria-labelledby="template-title"
      className="mb-8 grid scroll-mt-4 gap-x-8 gap-y-5 rounded-box border border-primary bg-base-100 p-5 md:grid-cols-[13rem_1fr] lg:grid-cols-[17rem_1fr]"
    >
      <FirstPage template={template} />
      <div className="min-w-0 max-md:order-first">
        <h2 id="template-title" className="text-balance font-serif text-2xl">
          {twinIn(template.title, locale)}
        </h2>
        <p className="text-base-content/75" lang={locale === 'en_US' ? 'zh-CN' : 'en'}>
          {otherTitle}
        </p>
        <FormProblem problem={problem} />
        <div className="mt-4 grid gap-x-8 gap-y-5 xl:grid-cols-[1fr_18rem]">
          <About template={template} laws={laws} />
          <div className="h-fit rounded-box bg-base-200 p-4 max-xl:order-first max-xl:max-w-md">
            {isUsable ? (
              <UsesLeft line={uses}>
                <CreateForm template={template} filter={filter} values={values} />
              </UsesLeft>
            ) : (
              <NotInPackage />
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

/** The first page as printed with empty blanks, with a link to a larger view. */
function FirstPage({ template }: { template: Template }) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const picturePath = `/mgmt/doc-lib/${template.code}/first-page?${new URLSearchParams({ locale, version: String(template.version) })}`
  return (
    <figure className="max-md:max-w-56">
      <a href={picturePath}>
        <img
          src={picturePath}
          alt={t('library.firstPage', { title: twinIn(template.title, locale) })}
          width={595}
          height={842}
          loading="lazy"
          className="aspect-[595/842] h-auto w-full border border-base-300 bg-white"
        />
      </a>
      <figcaption className="mt-1 text-base-content/75 text-xs">{t('library.firstPageNote')}</figcaption>
    </figure>
  )
}

/** The locale key for each value of a template's `eSign`. */
const SIGNING_WAY_KEYS = { true: 'yes', false: 'paper', licensed: 'licensed' } as const

function About({ template, laws }: Pick<Props, 'template' | 'laws'>) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const { needs, signingNote, fields, minutes, jurisdictions } = template
  const signingWay = t(`signingWay.${SIGNING_WAY_KEYS[`${template.eSign}`]}`)
  return (
    <div className="flex min-w-0 flex-col gap-4 text-sm">
      {(['purpose', 'notFor'] as const).map((part) => (
        <div key={part}>
          <h3 className="font-semibold">{t(part)}</h3>
          <p className="text-pretty">{wordsIn(template[part], locale)}</p>
        </div>
      ))}
      <Facts
        facts={[
          {
            label: t('library.fact.size'),
            value: t('templateFacts', { fields: fields.length, minutes, ...sizeOf(template) }),
          },
          {
            label: t('library.fact.kind'),
            value: `${t('type', { type: template.type })} · ${t(categoryKey(template.category))}`,
          },
          { label: t('library.fact.tags'), value: <Tags template={template} /> },
          {
            label: t('library.fact.payType'),
            value: t(`library.payType.${template.payType}`, { type: t('type', { type: template.type }) }),
          },
          { label: t('library.fact.feeCategory'), value: t(`library.feeCategory.${template.feeCategory}`) },
          {
            label: t('library.fact.law'),
            value: jurisdictions.map((place) => t(jurisdictionKey(place))).join(' · '),
          },
          { label: t('library.fact.reviewed'), value: laws },
          {
            label: t('library.fact.languages'),
            value: template.languages.map((language, index) => (
              <span key={language}>
                {index > 0 && ' · '}
                <span lang={language}>{t(`language.${language}`)}</span>
              </span>
            )),
          },
          {
            label: t('signingWay.heading'),
            value: signingNote
              ? [signingWay, wordsIn(signingNote, locale)].join(locale === 'en_US' ? ' ' : '')
              : signingWay,
          },
        ]}
      />
      {needs && <p>{t(needs === 'zh' ? 'signingWay.needsChinese' : 'signingWay.needsEnglish')}</p>}
    </div>
  )
}

/** The tags, each a link to the templates that share it. */
function Tags({ template }: Pick<Props, 'template'>) {
  return tagsIn(template, localeOf(useLocale())).map((tag, index) => (
    <span key={tag}>
      {index > 0 && ' · '}
      <a className="link" href={`/mgmt/doc-lib?${new URLSearchParams({ keyword: tag })}`}>
        {tag}
      </a>
    </span>
  ))
}

/** Number of clauses, and number of choices: alternatives, options and optional parts. */
function sizeOf(template: Template) {
  const clauses = [...templateClauses(template)].map(({ clause }) => clause)
  const withAlternatives = clauses.filter(({ alternatives }) => alternatives?.length).length
  const choiceFields = template.fields.filter(({ type }) => type === 'choice' || type === 'boolean').length
  return {
    clauses: template.articles.reduce((sum, article) => sum + article.clauses.length, 0),
    choices: withAlternatives + choiceFields,
  }
}

/** Replaces the form if the viewer's plan does not include the template. */
function NotInPackage() {
  const t = useTranslations('documents')
  const tAccount = useTranslations('acctInfo')
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t('notInPackageText')}</p>
      <a href="/pricing" className="btn btn-primary">
        {tAccount('seePlans')}
      </a>
    </div>
  )
}
