import { DATE_KINDS, DEFAULT_REMINDER_DAYS } from '#assembly/dates/key-date.ts'
import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { ProblemDetails, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { KeyDate } from '../key-date.ts'
import { useDateWords } from './date-words.ts'

/** The fields of a date; a computed date has no fields for its name and kind. */
export function DateFields({ isOwn, ...form }: FormState & { isOwn: boolean }) {
  const t = useTranslations('keyDates')
  const { values = {} } = form
  return (
    <ProblemDetails value={form.details ?? {}}>
      {isOwn ? (
        <TextField
          {...form}
          name="label"
          label={t('field.label')}
          required
          maxLength={120}
          autoComplete="off"
        />
      ) : (
        <>
          <p className="wrap-anywhere font-medium">{values.label}</p>
          <input type="hidden" name="label" value={values.label} />
          <input type="hidden" name="kind" value={values.kind} />
        </>
      )}
      <TextField {...form} name="day" label={t('field.day')} type="date" required />
      {isOwn && (
        <SelectField
          {...form}
          name="kind"
          label={t('field.kind')}
          values={{ kind: 'other', ...values }}
          options={DATE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
      )}
      <TextField
        {...form}
        name="remind"
        label={t('field.remind')}
        hint={t('field.remindHint', { days: DEFAULT_REMINDER_DAYS })}
        inputMode="numeric"
        autoComplete="off"
      />
    </ProblemDetails>
  )
}

export function ChangeForm({ id, isOwn, ...form }: FormState & { id: string; isOwn: boolean }) {
  const t = useTranslations('keyDates')
  return (
    <ActionForm
      id="date-form"
      action={`/mgmt/key-dates/${id}`}
      submit={t('change.save')}
      cancel={`/mgmt/${form.values?.document ?? ''}/key-dates`}
    >
      <DateFields {...form} isOwn={isOwn} />
    </ActionForm>
  )
}

export function RemovalForm({ date: { id, label, day, document_id } }: { date: KeyDate }) {
  const t = useTranslations('keyDates.removal')
  const words = useDateWords()
  return (
    <ActionForm
      id="removal-form"
      action={`/mgmt/key-dates/${id}/removal`}
      submit={t('submit')}
      cancel={`/mgmt/${document_id}/key-dates`}
      isDestructive
    >
      <p className="wrap-anywhere">{t('text', { name: words(label), day })}</p>
    </ActionForm>
  )
}
