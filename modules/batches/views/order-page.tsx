import { localeOf, twinIn } from '#assembly/template/words-in.ts'
import { type SigningOrder, signingOrder } from '#modules/signing/index.ts'
import type { Locale } from '#src/core/i18n.ts'
import type { FormState } from '#src/http/body.ts'
import { FieldNote, ProblemDetails, SelectField, TextField } from '#views/forms.tsx'
import { useLocale, useTranslations } from '#views/language.tsx'
import { Card } from '#views/parts.tsx'
import type { Batch } from '../batch.ts'
import { INTERVALS, intervalWords, valuesOf } from '../order-form.ts'
import { partyLabels } from '../table/columns.ts'

interface Props extends FormState {
  batch: Batch
  order: SigningOrder
}

/** The form for the signatories of all documents of a batch, and their order. */
export function OrderPage({ batch, order, values, problems, details = {} }: Props) {
  const t = useTranslations('batches')
  const tSigning = useTranslations('signing')
  const formState = { values: values ?? valuesOf(order), problems }
  const parties = signingOrder.signingParties(batch)
  const turnOptions = parties.map((_, index) => String(index + 1))
  return (
    <div className="grid justify-items-center">
      <Card title={t('order.title')} wide>
        <p className="mb-3">
          {t('order.lead', { title: twinIn(batch.template.title, localeOf(useLocale())) })}
        </p>
        <form method="post" action={`/mgmt/batches/${batch.id}/signing-order`} noValidate>
          {parties.map(({ key }) => (
            <PartyFields key={key} batch={batch} party={key} turns={turnOptions} {...formState} />
          ))}
          <fieldset className="mt-4 rounded-box border border-base-300 p-3">
            <legend className="px-1 font-medium">{tSigning('setting.options.title')}</legend>
            <div className="grid gap-x-4 sm:grid-cols-2">
              <ProblemDetails value={details}>
                <TextField
                  {...formState}
                  name="days"
                  label={tSigning('setting.options.days')}
                  inputMode="numeric"
                  required
                />
              </ProblemDetails>
              <SelectField
                {...formState}
                name="reminderDays"
                label={tSigning('setting.options.reminders')}
                options={INTERVALS.map((days) => ({
                  value: String(days),
                  label: intervalWords(tSigning, days),
                }))}
              />
            </div>
            <MessageFields {...formState} />
          </fieldset>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <a href={`/mgmt/batches/${batch.id}`} className="btn btn-ghost">
              {t('row.back')}
            </a>
            <button type="submit" className="btn btn-primary">
              {t('begin.submit')}
            </button>
          </div>
        </form>
      </Card>
    </div>
  )
}

interface PartyProps extends FormState {
  batch: Batch
  party: string
  turns: string[]
}

function PartyFields({ batch, party, turns, ...formState }: PartyProps) {
  const t = useTranslations('batches.order')
  const tSigning = useTranslations('signing')
  const label = partyLabels(batch, localeOf(useLocale()) as Locale).get(party)
  const person = signingOrder.peopleIn(batch).find((one) => one.party === party)
  const inModel = [person?.name, person?.email].filter(Boolean).join(', ')
  return (
    <fieldset className="mt-4 rounded-box border border-base-300 p-3">
      <legend className="px-1 font-medium">{label}</legend>
      <p className="text-base-content/75 text-sm">
        {inModel ? t('inModel', { person: inModel }) : t('leaveEmpty')}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <SelectField
          {...formState}
          name={`turn-${party}`}
          label={tSigning('setting.order')}
          options={turns.map((value) => ({ value, label: value }))}
        />
        <TextField
          {...formState}
          name={`name-${party}`}
          label={tSigning('setting.name')}
          autoComplete="off"
        />
        <TextField
          {...formState}
          name={`jobTitle-${party}`}
          label={tSigning('setting.jobTitle')}
          autoComplete="off"
        />
        <TextField
          {...formState}
          name={`email-${party}`}
          label={tSigning('setting.email')}
          autoComplete="off"
        />
      </div>
    </fieldset>
  )
}

function MessageFields({ values, problems }: FormState) {
  const t = useTranslations('signing')
  return (
    <div className="fieldset py-1">
      <label htmlFor="message" className="text-base-content text-sm">
        {t('setting.options.message')}
      </label>
      <textarea
        id="message"
        name="message"
        rows={3}
        maxLength={1000}
        defaultValue={values?.message ?? ''}
        aria-describedby="message-note"
        aria-invalid={problems?.message ? true : undefined}
        className={`textarea w-full ${problems?.message ? 'textarea-error' : ''}`}
      />
      <FieldNote name="message" problem={problems?.message} hint={t('setting.options.messageHint')} />
    </div>
  )
}
