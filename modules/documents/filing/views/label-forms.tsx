import type { FormState } from '#src/http/body.ts'
import { ActionForm } from '#views/action-card.tsx'
import { ProblemDetails, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { COLOURS, type LabelKind } from '../schema.ts'

/** The fields for the name of a folder or a tag, and for the colour of a tag. */
export function LabelFields({ kind, ...form }: FormState & { kind: LabelKind }) {
  const t = useTranslations('documents.filing')
  return (
    <ProblemDetails value={form.details ?? {}}>
      <input type="hidden" name="kind" value={kind} />
      <TextField {...form} name="name" label={t(`name.${kind}`)} required maxLength={40} autoComplete="off" />
      {kind === 'tag' && (
        <SelectField
          {...form}
          name="colour"
          label={t('colour')}
          options={COLOURS.map((value) => ({ value, label: t(`colours.${value}`) }))}
        />
      )}
    </ProblemDetails>
  )
}

export function LabelChangeForm({ id, ...form }: FormState & { id: string }) {
  const t = useTranslations('documents.filing')
  const kind = form.values?.kind === 'tag' ? 'tag' : 'folder'
  return (
    <ActionForm id="label-form" action={`/mgmt/filing/labels/${id}`} submit={t('save')} cancel="/mgmt/filing">
      <LabelFields {...form} kind={kind} />
    </ActionForm>
  )
}

export function LabelRemovalForm({ label }: { label: { id: string; name: string; kind: LabelKind } }) {
  const t = useTranslations('documents.filing')
  return (
    <ActionForm
      id="removal-form"
      action={`/mgmt/filing/labels/${label.id}/removal`}
      submit={t('remove')}
      cancel="/mgmt/filing"
      isDestructive
      confirms
    >
      <p className="wrap-anywhere">{t(`removal.${label.kind}Text`, { name: label.name })}</p>
    </ActionForm>
  )
}

/** The form that saves the current filter of the list under a name. */
export function ViewSavingForm(form: FormState) {
  const t = useTranslations('documents.views')
  return (
    <ActionForm id="view-form" action="/mgmt/filing/views" submit={t('save')} cancel="/mgmt/my-docs">
      <ProblemDetails value={form.details ?? {}}>
        <input type="hidden" name="query" value={form.values?.query ?? ''} />
        <TextField
          {...form}
          name="name"
          label={t('name')}
          hint={t('hint')}
          required
          maxLength={40}
          autoComplete="off"
        />
      </ProblemDetails>
    </ActionForm>
  )
}
