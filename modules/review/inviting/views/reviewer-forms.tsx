import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { CheckField, ProblemDetails, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { LANGUAGES } from '#views/layout/language-switch.tsx'
import type { ReviewerKind } from '../../schema.ts'
import type { Reviewer } from '../reviewer.ts'

interface Props extends FormState {
  documentId: string
  kind: ReviewerKind
  /** null for a new one */
  reviewer: Reviewer | null
  colleagues: { id: string; name: string; department: string }[]
}

export function ReviewerFormPart({ documentId, kind, reviewer, colleagues, ...given }: Props) {
  const t = useTranslations('review')
  const { values, problems, details = {} } = given
  const at = `/mgmt/${documentId}/reviewers`
  const field = { values, problems }
  return (
    <ActionForm
      id="reviewer-form"
      action={reviewer ? `${at}/${reviewer.id}` : `${at}?kind=${kind}`}
      submit={t(reviewer ? 'setting.save' : 'setting.addThis')}
      cancel={`/mgmt/${documentId}/invite-review`}
      problem={problems?.form}
      details={details}
    >
      <ProblemDetails value={details}>
        {kind === 'internal' ? (
          <Colleague {...{ reviewer, colleagues, field }} />
        ) : (
          <>
            <TextField
              {...field}
              name="name"
              label={t('field.name')}
              required
              autoComplete="off"
              data-suggests="name"
            />
            {!reviewer?.used && (
              <TextField
                {...field}
                name="email"
                label={t('field.email')}
                type="email"
                required
                autoComplete="off"
              />
            )}
            <TextField {...field} name="mobile" label={t('field.mobile')} type="tel" autoComplete="off" />
            <TextField {...field} name="department" label={t('field.organisation')} autoComplete="off" />
            <SelectField
              {...field}
              name="locale"
              label={t('field.locale')}
              options={LANGUAGES.map(({ locale, name }) => ({ value: locale, label: name }))}
            />
          </>
        )}
        <CheckField {...field} name="reviews">
          {t('field.reviews')}
        </CheckField>
        <CheckField {...field} name="signs">
          {t('field.signs')}
        </CheckField>
        <CheckField {...field} name="keeps">
          {t('field.keeps')}
        </CheckField>
      </ProblemDetails>
    </ActionForm>
  )
}

interface ColleagueProps {
  reviewer: Reviewer | null
  colleagues: Props['colleagues']
  field: FormState
}

function Colleague({ reviewer, colleagues, field }: ColleagueProps) {
  const t = useTranslations('review')
  if (reviewer)
    return (
      <p className="wrap-anywhere mb-2">
        {reviewer.name} · {reviewer.email}
      </p>
    )
  if (!colleagues.length) return <p className="mb-2 text-base-content/75">{t('setting.noColleagues')}</p>
  const options = colleagues.map(({ id, name, department }) => ({
    value: id,
    label: [name, department].filter(Boolean).join(' · '),
  }))
  return (
    <SelectField
      {...field}
      name="account"
      label={t('field.colleague')}
      required
      options={[{ value: '', label: t('setting.choose') }, ...options]}
    />
  )
}

type AboutOne = FormState & { reviewer: Reviewer }

export function RemovalForm({ reviewer: { id, document_id, name } }: AboutOne) {
  const t = useTranslations('review.setting.removal')
  return (
    <ActionForm
      id="removal-form"
      action={`/mgmt/${document_id}/reviewers/${id}/removal`}
      submit={t('submit')}
      cancel={`/mgmt/${document_id}/invite-review`}
      grave
    >
      <p className="wrap-anywhere">{t('text', { name })}</p>
    </ActionForm>
  )
}

/** Another address for somebody who has been asked already; it may change only once. */
export function EmailChangeForm({ reviewer, values, problems, details = {} }: AboutOne) {
  const t = useTranslations('review')
  const { id, document_id, name, email } = reviewer
  return (
    <ActionForm
      id="email-form"
      action={`/mgmt/${document_id}/reviewers/${id}/email`}
      submit={t('setting.email.submit')}
      cancel={`/mgmt/${document_id}/review-doc`}
      problem={problems?.form}
      details={details}
    >
      <p className="wrap-anywhere mb-2">{t('setting.email.text', { name, email })}</p>
      <TextField
        {...{ values, problems }}
        name="email"
        label={t('field.newEmail')}
        type="email"
        required
        autoComplete="off"
      />
    </ActionForm>
  )
}
