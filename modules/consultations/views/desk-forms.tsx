import { languageTag } from '#src/core/i18n.ts'
import { decimal } from '#src/core/money.ts'
import type { FormState } from '#src/http/body.ts'
import { TextField, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import type { DeskRequest } from '../desk-consultation.ts'
import { FilesField } from './fields.tsx'

interface Props extends FormState {
  /** The address of the request at the desk. */
  at: string
  request: DeskRequest
}

/** The action of a form, by its name in the history. */
type FormAction = DeskRequest['actions'][number]['action']

/**
 * An attribute that lets the page's script restore a half-written text when another form of the page is
 * submitted, until the history contains a new action of this form.
 */
const draftAttributes = ({ actions }: DeskRequest, formAction: FormAction) => ({
  'data-history-length': actions.filter(({ action }) => action === formAction).length,
})

interface WordsProps extends Props {
  path: string
  formAction: FormAction
  name: string
  rows: number
  maxLength: number
  label: string
  hint?: string
  submit: string
  /** Whether the text goes to the customer, in their language. */
  isForCustomer?: boolean
}

/** A form with one text field. */
function WordsForm({
  at,
  request,
  path,
  formAction: formName,
  submit,
  isForCustomer,
  values,
  problems,
  ...field
}: WordsProps) {
  return (
    <form
      method="post"
      action={`${at}/${path}`}
      id={`${path}-form`}
      noValidate
      {...draftAttributes(request, formName)}
    >
      <WordsField
        {...field}
        values={values}
        problems={problems}
        required={true}
        lang={isForCustomer ? languageTag(request.reads) : undefined}
      />
      <button type="submit" className="btn btn-outline mt-2">
        {submit}
      </button>
    </form>
  )
}

function useReaderLanguage({ reads }: DeskRequest) {
  const t = useTranslations('consultation.desk')
  return t('reads', { language: t(`language.${reads}`) })
}

export function AnswerForm(props: Props) {
  const t = useTranslations('consultation.desk')
  const words = { label: t('answerLabel'), hint: useReaderLanguage(props.request), submit: t('answerSend') }
  return (
    <WordsForm
      {...props}
      {...words}
      path="answer"
      formAction="answer"
      name="answer"
      rows={5}
      maxLength={4000}
      isForCustomer
    />
  )
}

export function NoteForm(props: Props) {
  const t = useTranslations('consultation.desk')
  const words = { label: t('noteLabel'), hint: t('noteHint'), submit: t('noteSend') }
  return (
    <WordsForm {...props} {...words} path="note" formAction="note" name="note" rows={2} maxLength={1000} />
  )
}

export function CloseForm(props: Props) {
  const t = useTranslations('consultation.desk')
  const words = { label: t('groundLabel'), hint: t('groundHint'), submit: t('closeSend') }
  return (
    <WordsForm
      {...props}
      {...words}
      path="closing"
      formAction="close"
      name="ground"
      rows={2}
      maxLength={4000}
      isForCustomer
    />
  )
}

/** Starts with the values of the previous offer, which it replaces. */
export function OfferForm({ at, request, problems, values: formValues }: Props) {
  const t = useTranslations('consultation')
  const { amount_cny, amount_usd, terms, reads } = request
  const values = {
    amount: amount_cny ? decimal(amount_cny) : '',
    amountUsd: amount_usd ? decimal(amount_usd) : '',
    days: `${request.days ?? ''}`,
    terms,
    ...formValues,
  }
  const formState = { values, problems }
  // The previous offer is in the language of the request.
  const lang = languageTag(request.offers > 0 && !formValues ? request.locale : reads)
  return (
    <form method="post" action={`${at}/offer`} noValidate {...draftAttributes(request, 'offer')}>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          name="amount"
          label={t('desk.amount')}
          hint={t('desk.amountHint')}
          required={true}
          maxLength={20}
          inputMode="decimal"
          {...formState}
        />
        <TextField
          name="amountUsd"
          label={t('desk.amountUsd')}
          hint={t('desk.amountUsdHint')}
          maxLength={20}
          inputMode="decimal"
          {...formState}
        />
        <TextField
          name={'days'}
          label={t('days')}
          hint={t('desk.daysHint')}
          required={true}
          maxLength={3}
          {...formState}
          inputMode="numeric"
        />
      </div>
      <WordsField
        name={'terms'}
        label={t('desk.termsLabel')}
        hint={t('desk.termsHint')}
        required={true}
        rows={6}
        maxLength={4000}
        lang={lang}
        {...formState}
      />
      <button type="submit" className="btn btn-primary mt-2">
        {t('desk.offerSend')}
      </button>
    </form>
  )
}

export function DeliveryForm({ at, request, problems, values }: Props) {
  const t = useTranslations('consultation')
  return (
    <form
      method="post"
      action={`${at}/delivery`}
      encType="multipart/form-data"
      noValidate
      {...draftAttributes(request, 'deliver')}
    >
      <WordsField
        name={'covering'}
        label={t('desk.coveringLabel')}
        hint={useReaderLanguage(request)}
        rows={4}
        maxLength={4000}
        lang={languageTag(request.reads)}
        values={values}
        problems={problems}
      />
      <FilesField label={t('desk.deliverFiles')} problems={problems} required />
      <button type="submit" className="btn btn-primary mt-2">
        {t('desk.deliverSend')}
      </button>
    </form>
  )
}
