import type { FormState } from '#src/http/body.ts'
import { described, FieldFrame, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'

interface IssueProps extends FormState {
  id: string
  /** Length of its history: typed text is kept until there is a new action. */
  before: number
}

/** Number and file of the issued invoice. */
export function IssueForm({ id, before, ...given }: IssueProps) {
  const t = useTranslations('orders.invoiceDesk')
  const { problems } = given
  const file = { name: 'file', label: t('fileLabel'), problems, hint: t('fileHint'), required: true }
  return (
    <form
      method="post"
      action={`/desk/invoices/${id}/issue`}
      encType="multipart/form-data"
      noValidate
      data-history-length={before}
    >
      <TextField
        name="number"
        label={t('numberLabel')}
        hint={t('numberHint')}
        required
        inputMode="numeric"
        {...given}
      />
      <FieldFrame {...file}>
        <input
          {...described(file)}
          type="file"
          accept=".pdf"
          className={`file-input w-full ${problems?.file ? 'file-input-error' : ''}`}
        />
      </FieldFrame>
      <button type="submit" className="btn btn-primary mt-2">
        {t('issue')}
      </button>
    </form>
  )
}

interface ReasonProps extends IssueProps {
  action: 'refusal' | 'reversal'
  name: string
}

/** The applicant reads the reason. */
export function ReasonForm({ id, before, action, name, values, problems }: ReasonProps) {
  const t = useTranslations('orders.invoiceDesk')
  const field = { name, label: t('reasonLabel'), hint: t('reasonHint'), problems, required: true }
  return (
    <form method="post" action={`/desk/invoices/${id}/${action}`} noValidate data-history-length={before}>
      <FieldFrame {...field}>
        <textarea
          {...described(field)}
          rows={2}
          maxLength={300}
          defaultValue={values?.[name]}
          className={`textarea w-full ${problems?.[name] ? 'textarea-error' : ''}`}
        />
      </FieldFrame>
      <button type="submit" className="btn btn-outline mt-2">
        {t(action === 'refusal' ? 'refuse' : 'reverse')}
      </button>
    </form>
  )
}
