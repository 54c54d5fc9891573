import { nameOnCard, realName } from '#modules/real-name/index.ts'
import { shownMobile } from '#src/core/identity-numbers/mobile-number.ts'
import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Card, Dialog, opens } from '#views/parts.tsx'
import { useSenderWords } from '#views/values/sender.ts'
import type { Turn } from '../../signer-link.ts'
import { RefusalForm } from '../../views/refusal-form.tsx'
import { asksPhone } from '../check-form.ts'

/** The form for the real-name check, with information on how the data is processed. */
export function RealNamePage({ turn, ...form }: FormState & { turn: Turn }) {
  const t = useTranslations('signing.realName')
  const facts = useSenderWords(turn)
  const isOpen = turn.state === 'invited' && turn.signing_state === 'started'
  return (
    <div className="grid justify-items-center">
      <Card title={t('title')} wide>
        <p className="mb-2 font-serif text-lg">
          {turn.document_name}
          <span className="block font-sans text-base-content/75 text-sm">{turn.document_number}</span>
        </p>
        {isOpen ? (
          <>
            <p className="mb-3 max-w-prose">{t('lead', facts)}</p>
            <DataHandling turn={turn} />
            <CheckForm turn={turn} {...form} />
            <Alternatives turn={turn} {...form} />
          </>
        ) : (
          <EndedSigning turn={turn} />
        )}
      </Card>
    </div>
  )
}

/** Recipients and storage of the data, which by law we must state before a person consents. */
function DataHandling({ turn }: { turn: Turn }) {
  const t = useTranslations('signing.realName')
  const elements = turn.real_name_due!
  const service = t(`service.${realName.service?.name ?? 'tencent'}`)
  return (
    <ul className="mb-4 max-w-prose list-disc pl-5 text-sm">
      <li>{t(`sent.${elements}`, { service })}</li>
      <li>{t(elements === 'four' ? 'keptCard' : 'kept')}</li>
      <li>{t('shown')}</li>
    </ul>
  )
}

function CheckForm({ turn, values, problems, details }: FormState & { turn: Turn }) {
  const t = useTranslations('signing.realName')
  const elements = turn.real_name_due!
  const formState = { values: { name: nameOnCard(turn.name), ...values }, problems }
  const usesOwnPhone = elements === 'three' && !asksPhone({ elements, phone: turn.phone })
  return (
    <form method="post" action={`/signing/${turn.id}/real-name`} noValidate>
      <FormProblem problem={problems?.form} values={details} />
      <TextField name="name" label={t('name')} maxLength={50} required autoComplete="name" {...formState} />
      <TextField
        name="number"
        label={t('number')}
        hint={t('numberHint')}
        maxLength={30}
        required
        autoComplete="off"
        {...formState}
      />
      {usesOwnPhone && <p className="mb-2 text-sm">{t('ownPhone', { phone: shownMobile(turn.phone!) })}</p>}
      {asksPhone({ elements, phone: turn.phone }) && (
        <TextField
          name="phone"
          type="tel"
          label={t(elements === 'four' ? 'bankPhone' : 'phone')}
          maxLength={30}
          required
          autoComplete="tel"
          {...formState}
        />
      )}
      {elements === 'four' && (
        <TextField
          name="card"
          label={t('card')}
          hint={t('cardHint')}
          maxLength={30}
          inputMode="numeric"
          required
          autoComplete="off"
          {...formState}
        />
      )}
      <CheckField name="consent" {...formState}>
        {t(`consent.${elements}`)}
      </CheckField>
      <button type="submit" className="btn btn-primary mt-3 w-full sm:w-auto">
        {t('submit')}
      </button>
    </form>
  )
}

/** States that providing these numbers is voluntary, and offers alternatives. */
function Alternatives({ turn, values, problems }: FormState & { turn: Turn }) {
  const t = useTranslations('signing.realName')
  const tSigner = useTranslations('signing')
  return (
    <>
      <p className="mt-5 max-w-prose text-base-content/75 text-sm">
        {t('instead', { starter: turn.starter_name })}
      </p>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <a href={`/signing/${turn.id}/question`} className="link">
          {tSigner('question.ask', { starter: turn.starter_name })}
        </a>
        <a href={`/signing/${turn.id}/hand-over`} className="link">
          {tSigner('handOver.open')}
        </a>
        <button {...opens('refusal')} className="link">
          {tSigner(turn.role === 'approver' ? 'approval.decline' : 'signer.decline')}
        </button>
      </p>
      <Dialog id="refusal" title={tSigner('refusal.title')} open={Boolean(problems?.reason)}>
        <RefusalForm turn={turn} values={values} problems={problems} />
      </Dialog>
    </>
  )
}

function EndedSigning({ turn }: { turn: Turn }) {
  const t = useTranslations('signing.done')
  const state = turn.signing_state === 'started' ? 'waiting' : turn.signing_state
  return (
    <section role="status">
      <h2 className="font-serif text-xl">{t(`${state}.title`)}</h2>
      <p>{t(`${state}.text`)}</p>
    </section>
  )
}
