import { now, shanghaiDay } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame, FileField, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Money } from '#views/values/money.tsx'
import { FILE_FORMATS, type FileFormat } from '../files/invoice-file.ts'
import type { Reversal } from '../invoice-reversal.ts'

interface IssueProps extends FormState {
  id: string
  /** The length of the invoice's history: the browser preserves typed text until there is a new action. */
  before: number
}

/** The form for the number, day and files of the issued invoice. */
export function IssueForm({ id, amount, before, ...formState }: IssueProps & { amount: bigint }) {
  const t = useTranslations('orders.invoiceDesk')
  return (
    <form
      method="post"
      action={`/desk/invoices/${id}/issue`}
      encType="multipart/form-data"
      noValidate
      data-history-length={before}
    >
      <input type="hidden" name="shown" value={String(amount)} />
      <TextField
        name="number"
        label={t('numberLabel')}
        hint={t('numberHint')}
        required
        inputMode="numeric"
        {...formState}
      />
      <TextField
        name="issuedOn"
        label={t('issuedOn')}
        required
        type="date"
        {...formState}
        values={{ issuedOn: shanghaiDay(now()), ...formState.values }}
      />
      <p className="mt-2 text-base-content/75 text-sm">{t('filesHint')}</p>
      {FILE_FORMATS.map((format) => (
        <InvoiceFileField key={format} format={format} problems={formState.problems} />
      ))}
      <button type="submit" className="btn btn-primary mt-2">
        {t('issue')}
      </button>
    </form>
  )
}

function InvoiceFileField({ format, problems }: Pick<FormState, 'problems'> & { format: FileFormat }) {
  const t = useTranslations('orders.invoiceDesk')
  const field = { name: format, label: t(`fileLabel.${format}`), problems }
  return <FileField {...field} accept={`.${format}`} />
}

/** The value of the field `reversal` for the form that reverses the whole invoice. */
export const WHOLE_INVOICE = 'whole'

/** The fields for the number and the files of a red-letter invoice. */
function RedLetterFields(formState: FormState) {
  const t = useTranslations('orders.invoiceDesk')
  return (
    <>
      <TextField
        name="redLetter"
        label={t('redLetterLabel')}
        hint={t('numberHint')}
        required
        inputMode="numeric"
        {...formState}
      />
      <p className="mt-2 text-base-content/75 text-sm">{t('filesHint')}</p>
      {FILE_FORMATS.map((format) => (
        <InvoiceFileField key={format} format={format} problems={formState.problems} />
      ))}
    </>
  )
}

/** The form for the red-letter invoice of a refund. */
export function RedLetterForm({ id, before, reversal, ...formState }: IssueProps & { reversal: Reversal }) {
  const t = useTranslations('orders.invoiceDesk')
  // If there are several reversals, typed values and problems belong to only one form.
  const ownFormState = formState.values?.reversal === reversal.id ? formState : {}
  return (
    <form
      method="post"
      action={`/desk/invoices/${id}/red-letter`}
      encType="multipart/form-data"
      noValidate
      data-history-length={before}
    >
      <p className="font-medium">
        <Money amount={-BigInt(reversal.amount)} />
      </p>
      <input type="hidden" name="reversal" value={reversal.id} />
      <RedLetterFields {...ownFormState} />
      <button type="submit" className="btn btn-primary mt-2">
        {t('redLetterDone')}
      </button>
    </form>
  )
}

/** The form that reverses the whole invoice; the applicant reads the reason. */
export function ReversalForm({ id, before, ...formState }: IssueProps) {
  const t = useTranslations('orders.invoiceDesk')
  return (
    <form
      method="post"
      action={`/desk/invoices/${id}/reversal`}
      encType="multipart/form-data"
      noValidate
      data-history-length={before}
    >
      <ReasonField name="reversalReason" {...formState} />
      <RedLetterFields {...formState} />
      <button type="submit" className="btn btn-outline mt-2">
        {t('reverse')}
      </button>
    </form>
  )
}

/** The form that refuses the request; the applicant reads the reason. */
export function RefusalForm({ id, before, ...formState }: IssueProps) {
  const t = useTranslations('orders.invoiceDesk')
  return (
    <form method="post" action={`/desk/invoices/${id}/refusal`} noValidate data-history-length={before}>
      <ReasonField name="refusalReason" {...formState} />
      <button type="submit" className="btn btn-outline mt-2">
        {t('refuse')}
      </button>
    </form>
  )
}

function ReasonField({ name, values, problems }: FormState & { name: string }) {
  const t = useTranslations('orders.invoiceDesk')
  const field = { name, label: t('reasonLabel'), hint: t('reasonHint'), problems, required: true }
  return (
    <FieldFrame {...field}>
      <textarea
        {...described(field)}
        rows={2}
        maxLength={300}
        defaultValue={values?.[name]}
        className={`textarea w-full ${problems?.[name] ? 'textarea-error' : ''}`}
      />
    </FieldFrame>
  )
}
