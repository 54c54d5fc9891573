import { twinIn } from '#assembly/template/words-in.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FieldNote, FormProblem, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { type KnownLaw, lawPath, lawWords } from '../law.ts'
import { coversName, MAX_LENGTHS } from '../law-form.ts'

/** The form that records a review of a law. */
export function ReviewPage({ law, locale, ...form }: FormState & { law: KnownLaw; locale: Locale }) {
  const t = useTranslations('laws')
  const path = lawPath(law.name)
  return (
    <>
      <PageHead title={t('review.title')} lead={lawWords(law, locale)}>
        <a href={path} className="btn btn-ghost">
          {t('toLaw')}
        </a>
      </PageHead>
      <div className="max-w-2xl">
        <Panel title={t('review.title')}>
          <form method="post" action={`${path}/review`} noValidate>
            <FormProblem problem={form.problems?.form} />
            <p className="mb-2 text-base-content/75 text-sm">{t('review.lead')}</p>
            <TextField
              {...form}
              name="reviewer"
              label={t('review.name')}
              hint={t('review.nameHint')}
              required
              maxLength={MAX_LENGTHS.name}
              autoComplete="off"
            />
            <TextField
              {...form}
              name="firm"
              label={t('review.firm')}
              hint={t('review.firmHint')}
              maxLength={MAX_LENGTHS.name}
              autoComplete="off"
            />
            <div className="grid gap-x-4 sm:grid-cols-2">
              <TextField {...form} name="reviewedOn" label={t('review.on')} type="date" required />
              <TextField
                {...form}
                name="until"
                label={t('review.until')}
                hint={t('review.untilHint')}
                type="date"
                required
              />
            </div>
            <WordsField
              {...form}
              name="note"
              label={t('review.note')}
              hint={t('review.noteHint')}
              rows={3}
              maxLength={MAX_LENGTHS.note}
            />
            {law.templates.length > 0 && <CoversFields law={law} locale={locale} {...form} />}
            <button type="submit" className="btn btn-primary mt-3">
              {t('review.record')}
            </button>
          </form>
        </Panel>
      </div>
    </>
  )
}

function CoversFields({ law, locale, ...form }: FormState & { law: KnownLaw; locale: Locale }) {
  const t = useTranslations('laws')
  return (
    <fieldset className="mt-2" aria-describedby={form.problems?.covers ? 'covers-note' : undefined}>
      <legend className="text-sm">{t('review.covers')}</legend>
      <FieldNote name="covers" problem={form.problems?.covers} hint={t('review.coversHint')} />
      {law.templates.map(({ template: { code, title, version } }) => (
        <CheckField key={code} name={coversName(code)} values={form.values}>
          {twinIn(title, locale)} <span className="text-base-content/75">{t('version', { version })}</span>
        </CheckField>
      ))}
    </fieldset>
  )
}
