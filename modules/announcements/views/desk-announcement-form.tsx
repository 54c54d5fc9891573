import { LOCALES, type Locale, languageTag } from '#src/core/i18n.ts'
import { AUDIENCES } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, SelectField, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { LANGUAGES } from '#views/layout/language-switch.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { MAX_LENGTHS } from '../announcement-form.ts'
import { DESK_KINDS } from '../schema.ts'

interface Props extends FormState {
  /** null for a new announcement */
  id: string | null
  title: string
}

const HOME = '/desk/announcements'

/** A draft in the three languages, with its audience and its times. */
export function DeskAnnouncementForm({ id, title, ...formState }: Props) {
  const t = useTranslations('announcements')
  return (
    <>
      <PageHead title={title} lead={t('desk.formLead')} />
      <form method="post" action={id ? `${HOME}/${id}` : HOME} noValidate>
        {id && <input type="hidden" name="version" value={formState.values?.version} />}
        <FormProblem problem={formState.problems?.form} />
        {id && formState.problems?.form && (
          <p className="my-2">
            <a href={`${HOME}/${id}`} target="_blank" rel="noopener" className="link">
              {t('desk.readSaved')}
            </a>
          </p>
        )}
        <div className="mb-4 grid items-start gap-4 lg:grid-cols-2">
          <Panel title={t('desk.what')}>
            <SelectField
              {...formState}
              name="kind"
              label={t('desk.kind')}
              options={DESK_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            />
            <SelectField
              {...formState}
              name="audience"
              label={t('desk.audience')}
              options={AUDIENCES.map((value) => ({ value, label: t(`audience.${value}`) }))}
            />
            <CheckField {...formState} name="byMail">
              {t('desk.byMail')}
            </CheckField>
            <CheckField {...formState} name="byMessage">
              {t('desk.byMessage')}
            </CheckField>
          </Panel>
          <TimeFields {...formState} />
        </div>
        <div className="grid gap-4 xl:grid-cols-3">
          {LOCALES.map((locale) => (
            <TextFields key={locale} locale={locale} {...formState} />
          ))}
        </div>
        <p className="mt-4 mb-8 flex flex-wrap gap-2">
          <button type="submit" className="btn btn-primary">
            {t('desk.save')}
          </button>
          <a href={id ? `${HOME}/${id}` : HOME} className="btn btn-ghost">
            {t('desk.cancel')}
          </a>
        </p>
      </form>
    </>
  )
}

function TimeFields(formState: FormState) {
  const t = useTranslations('announcements.desk')
  const time = { type: 'datetime-local', ...formState }
  return (
    <Panel title={t('times')}>
      <div className="grid items-start gap-x-4 sm:grid-cols-2">
        <TextField {...time} name="startsAt" label={t('startsAt')} hint={t('startsAtHint')} />
        <TextField {...time} name="endsAt" label={t('endsAt')} required />
        <TextField {...time} name="eventFrom" label={t('eventFrom')} hint={t('eventFromHint')} />
        <TextField {...time} name="eventUntil" label={t('eventUntil')} hint={t('eventUntilHint')} />
      </div>
    </Panel>
  )
}

function TextFields({ locale, ...formState }: FormState & { locale: Locale }) {
  const t = useTranslations('announcements.desk')
  const lang = languageTag(locale)
  return (
    <fieldset className="rounded-box border border-base-300 bg-base-100 px-4 pb-3">
      <legend className="px-1 font-serif" lang={lang}>
        {LANGUAGES.find((one) => one.locale === locale)?.name}
      </legend>
      <TextField
        {...formState}
        name={`title_${locale}`}
        label={t('textTitle')}
        required
        maxLength={MAX_LENGTHS.title}
        autoComplete="off"
        lang={lang}
      />
      <WordsField
        {...formState}
        name={`text_${locale}`}
        label={t('text')}
        hint={t('textHint', { count: MAX_LENGTHS.text })}
        required
        rows={12}
        maxLength={MAX_LENGTHS.text}
        lang={lang}
      />
    </fieldset>
  )
}
