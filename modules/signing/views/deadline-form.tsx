import { dayAhead } from '#src/core/day.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { momentText } from '#views/values/moment.tsx'
import { MAX_DAYS } from '../setting.ts'

interface Props extends FormState {
  documentId: string
  expiresAt: Date
}

/** Extends the deadline for everyone. */
export function DeadlineForm({ documentId, expiresAt, values, problems, details }: Props) {
  const t = useTranslations('signing.extend')
  return (
    <ActionForm
      id="deadline-form"
      action={`/mgmt/${documentId}/signing-deadline`}
      submit={t('submit')}
      problem={problems?.form}
      details={details}
      cancel={`/mgmt/${documentId}/signing`}
    >
      <p className="mb-2">{t('lead', { at: momentText(expiresAt) })}</p>
      <TextField
        name="until"
        label={t('until')}
        hint={t('hint')}
        type="date"
        min={momentText(expiresAt).slice(0, 10)}
        max={dayAhead(MAX_DAYS)}
        required
        values={values}
        problems={problems}
      />
    </ActionForm>
  )
}
