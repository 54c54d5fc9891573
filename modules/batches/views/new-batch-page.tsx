import type { Template } from '#assembly/template/template.ts'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import type { FormState } from '#src/http/body.ts'
import { SelectField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'

interface Props extends FormState {
  template: Template
  /** Documents that may be the model. */
  models: { id: string; name: string; number: string }[]
}

/** The first step: choosing the template or model of all documents. */
export function NewBatchPage({ template, models, values = {}, problems }: Props) {
  const t = useTranslations('batches.begin')
  const tBatches = useTranslations('batches')
  const tDocuments = useTranslations('documents')
  const locale = localeOf(useLocale())
  const localeLanguage = locale === 'en_US' ? 'en' : locale === 'zh_TW' ? 'zh-Hant' : 'zh-Hans'
  const language = template.languages.find((one) => one === localeLanguage) ?? template.languages[0]!
  const formState = { values: { language, bilingual: 'yes', draft: '', ...values }, problems }
  return (
    <div className="grid justify-items-center">
      <Card title={t('title')} wide>
        <p className="font-medium">{twinIn(template.title, locale)}</p>
        <p className="mt-2 mb-4">{t('lead')}</p>
        <form method="post" action="/mgmt/batches" noValidate>
          <input type="hidden" name="template" value={template.code} />
          <SelectField
            {...formState}
            name="draft"
            label={t('model')}
            hint={t('modelHint')}
            options={[
              { value: '', label: t('noModel') },
              ...models.map(({ id, name, number }) => ({ value: id, label: `${name} · ${number}` })),
            ]}
          />
          <p className="mt-4 text-sm">{t('languages')}</p>
          <SelectField
            {...formState}
            name="language"
            label={tDocuments('primaryLanguage')}
            options={template.languages.map((value) => ({
              value,
              label: tDocuments(`language.${value}`),
              lang: value,
            }))}
          />
          <SelectField
            {...formState}
            name="bilingual"
            label={tDocuments('bilingual')}
            options={(['yes', 'no'] as const).map((value) => ({ value, label: tDocuments(value) }))}
          />
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <a href="/mgmt/batches" className="btn btn-ghost">
              {tBatches('all')}
            </a>
            <a href={`/mgmt/new-doc?template=${template.code}`} className="btn btn-ghost">
              {t('back')}
            </a>
            <button type="submit" className="btn btn-primary">
              {t('submit')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}
