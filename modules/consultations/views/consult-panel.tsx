import { REPLY } from '#src/calendar/reply.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, SelectField, TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { ListedRequest } from '../consultation.ts'
import { CONSULTATION_KINDS, CONSULTATION_LANGUAGES, PARTY_PLACES } from '../schema.ts'
import { FilesField } from './fields.tsx'
import { RequestLink } from './request-link.tsx'

/** How tailor-made documents work, the request form, and the latest requests. */
export function ConsultPanel({ latest, ...formState }: FormState & { latest: ListedRequest[] }) {
  const t = useTranslations('consultation')
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[1fr_22rem]">
      <ConsultForm {...formState} />
      <aside className="grid gap-4" aria-label={t('howTitle')}>
        <section className="rounded-box border border-base-300 p-4">
          <h2 className="font-serif text-lg">{t('howTitle')}</h2>
          <ol className="mt-2 list-decimal space-y-1 pl-5 text-sm">
            {(['ask', 'offer', 'accept', 'deliver'] as const).map((step) => (
              <li key={step}>{t(`how.${step}`, { reply: REPLY.general })}</li>
            ))}
          </ol>
          <p className="mt-3 text-base-content/75 text-sm">{t('howFree')}</p>
        </section>
        {latest.length > 0 && (
          <section className="rounded-box border border-base-300 p-4">
            <h2 className="font-serif text-lg">{t('latest')}</h2>
            <ul className="my-2 space-y-3">
              {latest.map((request) => (
                <li key={request.id}>
                  <RequestLink request={request} />
                </li>
              ))}
            </ul>
            <a href="/mgmt/consultations" className="link text-sm">
              {t('toList')}
            </a>
          </section>
        )}
      </aside>
    </div>
  )
}

const HOME = '/mgmt/consultations'

/**
 * The request form, as a fragment, so that the script can replace a refused form and preserve the chosen
 * files.
 */
export function ConsultForm({ values, problems, details }: FormState) {
  const t = useTranslations('consultation')
  const formState = { values, problems }
  const kinds = CONSULTATION_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))
  const places = PARTY_PLACES.map((value) => ({ value, label: t(`place.${value}`) }))
  const yesOrNo = (['yes', 'no'] as const).map((value) => ({ value, label: t(`bilingual.${value}`) }))
  return (
    <form
      id="consult-form"
      method="post"
      action={HOME}
      encType="multipart/form-data"
      hx-post={HOME}
      hx-swap="outerMorph"
      noValidate
      className="rounded-box border border-base-300 bg-base-100 p-5"
    >
      <FormProblem problem={problems?.form} values={details} />
      <h2 className="font-serif text-lg">{t('formTitle')}</h2>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Choice name="kind" options={kinds} {...formState} />
        <TextField name="subject" label={t('subject')} required maxLength={100} {...formState} />
        <Choice name="ownPlace" options={places} {...formState} />
        <Choice name="otherPlace" options={places} {...formState} />
        <Languages {...formState} />
        <Choice name="bilingual" options={yesOrNo} hasDefault {...formState} />
        <TextField
          name="wantedBy"
          label={t('wantedBy')}
          hint={t('wantedByHint')}
          type="date"
          {...formState}
        />
      </div>
      <WordsField
        name={'situation'}
        label={t('situation')}
        hint={t('situationHint')}
        required={true}
        rows={8}
        maxLength={4000}
        {...formState}
      />
      <h2 className="mt-3 font-serif text-lg">{t('contactTitle')}</h2>
      <div className="grid gap-x-4 sm:grid-cols-3">
        <TextField name="name" label={t('name')} required maxLength={50} autoComplete="name" {...formState} />
        <TextField
          name={'email'}
          label={t('email')}
          hint={t('emailHint')}
          required={true}
          {...formState}
          inputMode="email"
          autoComplete="email"
        />
        <TextField
          name={'phone'}
          label={t('phone')}
          maxLength={30}
          {...formState}
          inputMode="tel"
          autoComplete="tel"
        />
      </div>
      <FilesField label={t('files')} problems={problems} />
      <button type="submit" className="btn btn-primary mt-3">
        {t('send')}
      </button>
    </form>
  )
}

interface ChoiceProps extends FormState {
  name: 'kind' | 'ownPlace' | 'otherPlace' | 'bilingual'
  options: { value: string; label: string }[]
  /** Whether the first option is selected by default; otherwise the person must choose one. */
  hasDefault?: boolean
}

function Choice({ name, options, hasDefault, ...formState }: ChoiceProps) {
  const t = useTranslations('consultation')
  const emptyOption = { value: '', label: t('choose') }
  return (
    <SelectField
      name={name}
      label={t(`${name}Label`)}
      required
      options={hasDefault ? options : [emptyOption, ...options]}
      {...formState}
    />
  )
}

function Languages(formState: FormState) {
  const t = useTranslations('consultation')
  const tLanguage = useTranslations('documents.language')
  return (
    <SelectField
      name="language"
      label={t('languageLabel')}
      required
      options={CONSULTATION_LANGUAGES.map((value) => ({ value, label: tLanguage(value), lang: value }))}
      {...formState}
    />
  )
}
