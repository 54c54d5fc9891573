import { newId } from '#src/core/ids.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, SelectField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Moment } from '#views/values/moment.tsx'
import { SINGLES } from '../../schema.ts'
import type { PlanChange } from '../plan-change.ts'

type Props = FormState & { accountId: string }

/** The form that grants single documents and e-signatures, as if they had been bought. */
export function UsesForm({ accountId, ...formState }: Props) {
  const t = useTranslations('desk')
  const names = useTranslations('orders.package')
  const options = SINGLES.map((value) => ({ value: value as string, label: names(value) }))
  return (
    <form method="post" action={`/desk/accounts/${accountId}/uses`} noValidate>
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('usesMeaning')}</p>
      <input type="hidden" name="key" value={formState.values?.key ?? newId()} />
      <SelectField
        name="single"
        label={t('whatToGrant')}
        required
        options={[{ value: '', label: t('choose') }, ...options]}
        {...formState}
      />
      <TextField
        name="quantity"
        label={t('quantity')}
        inputMode="numeric"
        required
        maxLength={3}
        {...formState}
      />
      <TextField
        name="usesReason"
        label={t('reason')}
        hint={t('planReasonHint')}
        required
        maxLength={500}
        {...formState}
      />
      <button type="submit" className="btn btn-primary mt-2">
        {t('grantUses')}
      </button>
    </form>
  )
}

/** The form that undoes the last change by staff. */
export function UndoForm({ accountId, last, ...formState }: Props & { last: PlanChange | undefined }) {
  const t = useTranslations('desk')
  return (
    <form method="post" action={`/desk/accounts/${accountId}/plan-undoing`} noValidate>
      <FormProblem problem={formState.problems?.undo} />
      <p className="mb-1 max-w-prose text-base-content/75 text-sm">{t('undoMeaning')}</p>
      {last && (
        <p className="mb-1 text-sm">
          {t('changedAt')}
          {t('change.colon')}
          <Moment at={last.made_at} />
        </p>
      )}
      <TextField name="undoReason" label={t('reason')} required maxLength={500} {...formState} />
      <button type="submit" className="btn btn-outline btn-error mt-2">
        {t('undoPlan')}
      </button>
    </form>
  )
}
