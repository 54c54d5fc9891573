import { type PlaceholderValues, ReplyPicker, type SavedReply } from '#modules/replies/index.ts'
import { isOverdue } from '#src/calendar/queue.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { FormState } from '#src/http/body.ts'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { Facts } from '#views/facts.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Due } from '#views/values/due.tsx'
import { momentText } from '#views/values/moment.tsx'
import { customerOf, type DeskRequest } from '../desk-consultation.ts'
import { isAllowed, isBeingPaid, type MoveName } from '../moves.ts'
import { numberOf } from '../step.ts'
import { AnswerForm, CloseForm, DeliveryForm, NoteForm, OfferForm } from './desk-forms.tsx'
import { OfferFacts, RequestFacts, RequestFiles, RequestHistory } from './request-parts.tsx'
import { ConsultationStateWord } from './state-word.tsx'

interface Props extends FormState {
  request: DeskRequest
  replies: SavedReply[]
  viewer: Viewer
  /** The completed action, from the address. */
  done?: string
}

const DONE = ['note', 'answer', 'offer', 'deliver', 'close'] as const

/** The values for placeholders of a saved reply. */
export const placeholderValues = (
  { id, askerName, teamName }: DeskRequest,
  { name }: Viewer,
): PlaceholderValues => ({
  name: askerName,
  team: teamName,
  number: numberOf(id),
  staff: name,
})

/** A request for a tailor-made document with the possible actions of our staff. */
export function DeskConsultationPage({ request, replies, viewer, done, ...formState }: Props) {
  const t = useTranslations('consultation')
  const action = DONE.find((one) => one === done)
  const { id, files, offers } = request
  const path = `/desk/consultations/${id}`
  // Whether to show the form of a step: also when it came too late, so that typed text stays on the page.
  const isFormShown = (move: MoveName, ...fields: string[]) =>
    isAllowed(move, request) || fields.some((name) => formState.problems?.[name])
  const form = { at: path, request, ...formState }
  return (
    <>
      <PageHead
        title={t('pageTitle', { number: numberOf(id) })}
        lead={<ConsultationStateWord state={request.state} />}
      >
        <a className="btn btn-ghost" href="/desk/consultations">
          {t('desk.back')}
        </a>
      </PageHead>
      <OwnerBar
        at={path}
        item={request}
        viewerId={viewer.id}
        isOpen={request.state !== 'closed' && request.state !== 'withdrawn'}
        done={done}
      />
      {action && (
        <p role="status" className="alert alert-success alert-soft mb-4 text-sm">
          {t(`desk.done.${action}`)}
        </p>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Panel title={t('desk.request')}>
          <RequestFacts request={request} />
          <RequestFiles files={files} side="customer" at={path} />
          <div className="mt-3 border-base-300 border-t pt-3">
            <Facts facts={useCustomer(request, viewer)} />
          </div>
        </Panel>
        <Panel title={t('history')}>
          <RequestHistory actions={request.actions} locale={request.locale} isAtDesk />
          <NoteForm {...form} />
        </Panel>
        {offers > 0 && (
          <Panel title={t('desk.lastOffer')}>
            <OfferFacts request={request} />
            <OrderOfOffer request={request} />
            <RequestFiles files={files} side="staff" at={path} />
          </Panel>
        )}
        {isFormShown('answer', 'answer') && (
          <Panel title={t('desk.answerTitle')}>
            <ReplyPicker
              replies={replies}
              form="answer-form"
              field="answer"
              action={`${path}/reply`}
              locale={request.reads}
              known={placeholderValues(request, viewer)}
              {...formState}
            />
            <AnswerForm {...form} />
          </Panel>
        )}
        {isFormShown('offer', 'amount', 'amountUsd', 'days', 'terms') && (
          <Panel title={t(offers ? 'desk.offerAgain' : 'desk.offerTitle')}>
            <OfferForm {...form} />
          </Panel>
        )}
        {isFormShown('deliver', 'covering', 'file') && (
          <Panel title={t('desk.deliverTitle')}>
            <DeliveryForm {...form} />
          </Panel>
        )}
        {isFormShown('close', 'ground') && (
          <Panel title={t('desk.closeTitle')}>
            <CloseForm {...form} />
          </Panel>
        )}
      </div>
    </>
  )
}

/** The order of the offer, and the actions that it blocks while it can be paid. */
function OrderOfOffer({ request }: { request: DeskRequest }) {
  const t = useTranslations('consultation.desk')
  const { order_id, order_until } = request
  if (!order_id) return null
  return (
    <>
      {isBeingPaid(request) && <p className="mt-3">{t('beingPaid', { until: momentText(order_until!) })}</p>}
      <p className="mt-3">
        <a className="link" href={`/desk/orders/${order_id}`}>
          {t('toOrder')}
        </a>
      </p>
    </>
  )
}

function useCustomer(request: DeskRequest, viewer: Viewer) {
  const t = useTranslations('consultation.desk')
  const tDue = useTranslations('calendar')('due')
  const { account_id, ownerName } = request
  const asker = customerOf(request)
  const account = viewer.permissions.includes('desk.accounts') ? (
    <a className="link" href={`/desk/accounts/${account_id}`}>
      {asker || t('account')}
    </a>
  ) : (
    asker
  )
  return [
    { label: t('account'), value: account },
    { label: t('owner'), value: ownerName },
    { label: tDue, value: <Due at={request.due_at} overdue={isOverdue(request)} /> },
  ]
}
