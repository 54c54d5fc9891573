import type { FormState } from '#src/http/body.ts'
import { Facts } from '#views/facts.tsx'
import { FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { StateWord } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import { Money } from '#views/values/money.tsx'
import { RevokedLines } from '../../ordering/views/money-received.tsx'
import type { DeskRefund } from '../refund-list.ts'

interface Props extends FormState {
  orderId: string
  refunds: DeskRefund[]
}

/** The refunds of an order with their progress, and the action required of staff. */
export function RefundProgress({ orderId, refunds, ...formState }: Props) {
  const t = useTranslations('desk.refunds')
  return (
    <>
      <FormProblem problem={formState.problems?.byHand} />
      <ul className="divide-y divide-base-300">
        {refunds.map((refund) => (
          <li key={refund.id} className="py-2">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">
                {refund.number} <Money amount={BigInt(refund.amount)} currency={refund.currency} />
              </span>
              <span className="text-base-content/75 text-sm">
                {refund.name} · <Moment at={new Date(refund.created_at)} />
              </span>
            </p>
            <p className="wrap-anywhere text-sm">{refund.reason}</p>
            <div className="text-sm">
              <RevokedLines purchases={refund.taken} />
            </div>
            <Progress refund={refund} />
            <a
              href={`/desk/orders/${orderId}/refunds/${refund.id}/credit-note.pdf`}
              className="link link-primary text-sm"
              download
            >
              {t('creditNote')}
            </a>
            {!refund.done_at && (refund.payee || refund.refused) && (
              <TransferForm orderId={orderId} refund={refund} {...formState} />
            )}
            {!refund.done_at && !refund.payee && (
              <form method="post" action={`/desk/orders/${orderId}/refund-retry`} className="mt-2">
                <input type="hidden" name="refund" value={refund.id} />
                <button type="submit" className="btn btn-sm btn-outline">
                  {t('retry')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Progress({ refund: { done_at, reference, refused, payee, by_hand } }: { refund: DeskRefund }) {
  const t = useTranslations('desk.refunds.state')
  if (done_at)
    return (
      <p className="wrap-anywhere text-sm">
        <StateWord tone="success">{t(by_hand ? 'transferred' : 'done')}</StateWord> {reference}
        {' · '}
        <Moment at={new Date(done_at)} />
      </p>
    )
  const state = refused ? 'refused' : payee ? 'toTransfer' : 'waits'
  return (
    <p className="wrap-anywhere text-sm">
      <StateWord tone={refused ? 'error' : 'warning'}>{t(state)}</StateWord> {refused}
    </p>
  )
}

/** The data of the transfer to make, and the bank's reference once it is made. */
function TransferForm({
  orderId,
  refund,
  ...formState
}: FormState & { orderId: string; refund: DeskRefund }) {
  const t = useTranslations('desk.refunds')
  // If there are several refunds, typed values and problems belong to only one form.
  const ownFormState = formState.values?.refund === refund.id ? formState : {}
  const { payee } = refund
  return (
    <form method="post" action={`/desk/orders/${orderId}/refund-transfer`} noValidate className="mt-2">
      {payee ? (
        <Facts
          facts={[
            { label: t('payee.holder'), value: payee.holder },
            { label: t('payee.number'), value: payee.number },
            { label: t('payee.bank'), value: payee.bank },
            { label: t('remark'), value: refund.number },
          ]}
        />
      ) : (
        <p className="max-w-prose text-base-content/75 text-sm">{t('refusedMeaning')}</p>
      )}
      <input type="hidden" name="refund" value={refund.id} />
      <TextField
        {...ownFormState}
        name="handReference"
        label={t('bankReference')}
        hint={t('bankReferenceHint')}
        autoComplete="off"
        required
        maxLength={100}
      />
      <button type="submit" className="btn btn-primary btn-sm mt-2">
        {t('transferred')}
      </button>
    </form>
  )
}
