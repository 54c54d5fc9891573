import { favouredParties } from '#assembly/edit/position.ts'
import type { Template } from '#assembly/template/template.ts'
import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { useLocale, useTranslations } from '#views/language.tsx'
import { fieldsOf, type LibraryFilter } from '../filter.ts'

interface Props {
  template: Template
  filter: LibraryFilter
  /** The values of a rejected form, by field name. */
  values?: Record<string, string>
}

export function CreateForm({ template, filter, values = {} }: Props) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const interfaceLanguage = locale === 'en_US' ? 'en' : locale === 'zh_TW' ? 'zh-Hant' : 'zh-Hans'
  const language = template.languages.find((one) => one === values.language) ?? interfaceLanguage
  return (
    <form method="post" action="/mgmt/new-doc" className="mt-3 flex flex-col gap-3">
      <input type="hidden" name="template" value={template.code} />
      <input type="hidden" name="version" value={template.version} />
      {Object.entries(fieldsOf(filter)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="script" value={locale === 'zh_TW' ? 'Hant' : 'Hans'} />
      <Choice
        legend={t('primaryLanguage')}
        name="language"
        chosen={language}
        options={template.languages.map((id) => ({ id, words: t(`language.${id}`), lang: id }))}
      />
      <Choice
        legend={t('bilingual')}
        name="bilingual"
        chosen={values.bilingual ?? 'yes'}
        options={(['yes', 'no'] as const).map((id) => ({ id, words: t(id) }))}
      />
      <FirstDraft template={template} chosen={values.position ?? ''} />
      <button type="submit" className="btn btn-primary">
        {t('create')}
      </button>
      <a href={`/mgmt/batches/new?template=${template.code}`} className="link text-center text-sm">
        {t('createMany')}
      </a>
    </form>
  )
}

/** The party that the first draft favours, chosen by its role. */
function FirstDraft({ template, chosen }: { template: Template; chosen: string }) {
  const t = useTranslations('documents')
  const locale = localeOf(useLocale())
  const favourableParties = template.parties.filter(({ key }) => favouredParties(template).includes(key))
  if (!favourableParties.length) return null
  return (
    <div>
      <Choice
        legend={t('firstDraft.for')}
        name="position"
        chosen={chosen}
        options={[
          { id: '', words: t('firstDraft.template') },
          ...favourableParties.map(({ key, role }) => ({ id: key, words: twinIn(role, locale) })),
          { id: 'neutral', words: t('firstDraft.neutral') },
        ]}
      />
      <p className="mt-1 text-base-content/75 text-xs">{t('firstDraft.hint')}</p>
    </div>
  )
}

interface ChoiceProps {
  legend: string
  name: string
  chosen: string
  options: { id: string; words: string; lang?: string }[]
}

function Choice({ legend, name, chosen, options }: ChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="text-sm">{legend}</legend>
      {options.map(({ id, words, lang }) => (
        <label key={id} className="flex items-center gap-2">
          <input
            type="radio"
            name={name}
            value={id}
            defaultChecked={id === chosen}
            className="radio radio-sm"
          />
          <span lang={lang}>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}
