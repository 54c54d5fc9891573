import { categoryKey, jurisdictionKey, localeOf, twinIn } from '#assembly/template/words-in.ts'
import { shanghaiDay } from '#src/core/clock.ts'
import { Facts } from '#views/facts.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { DocumentWithCopies } from '../drafts/relations.ts'
import type { Validity } from '../drafts/validity.ts'

interface Props {
  document: DocumentWithCopies
  validity: Validity
}

/** The metadata of a document. */
export function DocumentFacts({ document, validity }: Props) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const { template, answers, creator, created_at, valid_until } = document
  const { primary, bilingual, script } = answers.languages
  const language = primary === 'en' ? 'en' : (`zh-${script}` as const)
  const templateFacts = { title: twinIn(template.title, locale), version: template.version }
  return (
    <details className="mx-auto mb-4 max-w-4xl rounded-box border border-base-300 bg-base-100 px-4 py-3 text-sm print:hidden">
      <summary className="min-h-6 cursor-pointer font-semibold">{t('about.title')}</summary>
      <div className="pt-3">
        <Facts
          facts={[
            { label: t('about.template'), value: t('about.templateNamed', templateFacts) },
            {
              label: t('library.fact.kind'),
              value: `${t('type', { type: template.type })} · ${t(categoryKey(template.category))}`,
            },
            {
              label: t('library.fact.law'),
              value: template.jurisdictions.map((region) => t(jurisdictionKey(region))).join(' · '),
            },
            { label: t('primaryLanguage'), value: <span lang={language}>{t(`language.${language}`)}</span> },
            { label: t('bilingual'), value: t(bilingual ? 'yes' : 'no') },
            {
              label: t('about.created'),
              value: (
                <>
                  {creator} · <Moment at={created_at} />
                </>
              ),
            },
            {
              label: t('column.validity'),
              value: t(`validity.${validity}`, { day: valid_until ? shanghaiDay(valid_until) : '' }),
            },
          ]}
        />
      </div>
    </details>
  )
}
