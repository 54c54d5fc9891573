import { REPLY } from '#src/calendar/reply.ts'
import { DAY } from '#src/core/clock.ts'
import type { FormState } from '#src/http/body.ts'
import { FormProblem, WordsField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'
import type { OwnRequest } from '../consultation.ts'
import { isAllowed, isBeingPaid } from '../moves.ts'
import { OfferFacts, RequestFiles } from './request-parts.tsx'

interface Props extends FormState {
  request: OwnRequest
  /** Whether the viewer may act; other team members may only read. */
  mayChange: boolean
}

/** The state, its meaning, and the possible actions. */
export function NextStep({ request, mayChange, ...formState }: Props) {
  const t = useTranslations('consultation')
  const { id, state, offers, days, agreed_at } = request
  const path = `/mgmt/consultations/${id}`
  return (
    <Panel title={t(`stands.${state}`)}>
      <p className="mb-3">{t(`means.${state}`, { reply: REPLY.general })}</p>
      {offers > 0 && <OfferFacts request={request} />}
      {state === 'accepted' && agreed_at && days && (
        <p className="mt-3">{t('dueBy', { at: momentText(new Date(agreed_at.getTime() + days * DAY)) })}</p>
      )}
      <FormProblem problem={formState.problems?.import} values={formState.details} />
      <RequestFiles files={request.files} side="staff" at={path} canImport={mayChange} />
      {mayChange && (
        <div className="mt-4 flex flex-col items-start gap-3">
          <Acceptance request={request} />
          {(isAllowed('decline', request) || formState.problems?.reason) && (
            <DeclineForm at={path} offer={offers} {...formState} />
          )}
          {isAllowed('confirm', request) && <ConfirmForm at={path} />}
          {isAllowed('withdraw', request) && <WithdrawForm at={path} />}
          {(state === 'closed' || state === 'withdrawn') && (
            <a href="/mgmt/new-doc?tab=CONSULT_SELECT" className="btn btn-outline">
              {t('list.new')}
            </a>
          )}
        </div>
      )}
    </Panel>
  )
}

/** The button that accepts an offer by ordering and paying it. */
function Acceptance({ request }: { request: OwnRequest }) {
  const t = useTranslations('consultation')
  const { id, order_id, order_until } = request
  if (!isAllowed('accept', request)) return <OrderLink request={request} />
  if (isBeingPaid(request))
    return (
      <>
        <p>{t('beingPaid', { until: momentText(order_until!) })}</p>
        <a href={`/mgmt/orders/${order_id}/payment`} className="btn btn-primary">
          {t('toPayment')}
        </a>
      </>
    )
  return (
    <>
      <p className="text-base-content/75 text-sm">{t('acceptMeans')}</p>
      <a href={`/mgmt/confirm-order/${id}`} className="btn btn-primary">
        {t('accept')}
      </a>
    </>
  )
}

function OrderLink({ request }: { request: OwnRequest }) {
  const t = useTranslations('consultation')
  if (!request.order_id || !request.agreed_at) return null
  return (
    <a href={`/mgmt/orders/${request.order_id}`} className="link">
      {t('toOrder')}
    </a>
  )
}

function DeclineForm({ at, offer, ...formState }: FormState & { at: string; offer: number }) {
  const t = useTranslations('consultation')
  return (
    <details className="w-full" open={formState.problems?.reason !== undefined}>
      <summary className="link w-fit cursor-pointer">{t('decline')}</summary>
      <form method="post" action={`${at}/refusal`} noValidate>
        <input type="hidden" name="offer" value={offer} />
        <WordsField
          name={'reason'}
          label={t('reason')}
          hint={t('reasonHint')}
          rows={2}
          maxLength={1000}
          {...formState}
        />
        <button type="submit" className="btn btn-outline btn-sm mt-2">
          {t('declineSend')}
        </button>
      </form>
    </details>
  )
}

function ConfirmForm({ at }: { at: string }) {
  const t = useTranslations('consultation')
  return (
    <form method="post" action={`${at}/closing`}>
      <button type="submit" className="btn btn-primary">
        {t('confirm')}
      </button>
    </form>
  )
}

function WithdrawForm({ at }: { at: string }) {
  const t = useTranslations('consultation')
  return (
    <details>
      <summary className="link w-fit cursor-pointer">{t('withdraw')}</summary>
      <form method="post" action={`${at}/withdrawal`} className="mt-2">
        <p className="mb-2 text-sm">{t('withdrawMeans')}</p>
        <button type="submit" className="btn btn-outline btn-sm">
          {t('withdrawSend')}
        </button>
      </form>
    </details>
  )
}
