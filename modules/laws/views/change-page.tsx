import type { Locale } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { type KnownLaw, lawPath, lawWords } from '../law.ts'
import { MAX_LENGTHS } from '../law-form.ts'

/** The form that marks a law as changed, with an explanation of the effects. */
export function ChangePage({ law, locale, ...form }: FormState & { law: KnownLaw; locale: Locale }) {
  const t = useTranslations('laws')
  const path = lawPath(law.name)
  const { templates, blocks } = law
  return (
    <>
      <PageHead title={t('change.title')} lead={lawWords(law, locale)}>
        <a href={path} className="btn btn-ghost">
          {t('toLaw')}
        </a>
      </PageHead>
      <div className="max-w-2xl">
        <Panel title={t('change.title')}>
          <form method="post" action={`${path}/change`} noValidate>
            <FormProblem problem={form.problems?.form} />
            <p className="mb-2 text-base-content/75 text-sm">
              {t('change.lead', { templates: templates.length, blocks: blocks.length })}
            </p>
            <TextField
              {...form}
              name="versionName"
              label={t('change.versionName')}
              hint={t('change.versionNameHint')}
              required
              maxLength={MAX_LENGTHS.name}
              autoComplete="off"
            />
            <TextField {...form} name="inForceFrom" label={t('column.since')} type="date" required />
            <WordsField
              {...form}
              name="what"
              label={t('change.what')}
              hint={t('change.whatHint')}
              rows={4}
              maxLength={MAX_LENGTHS.what}
              required
            />
            <button type="submit" className="btn btn-primary mt-3">
              {t('change.mark')}
            </button>
          </form>
        </Panel>
      </div>
    </>
  )
}
