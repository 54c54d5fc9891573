import type { FormState } from '#src/http/body.ts'
import { FormProblem, TextField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel, StateWord } from '#views/parts.tsx'
import type { DeskRenewals } from '../renewal-status.ts'
import { RenewalHistory } from './renewal-history.tsx'

interface Props extends FormState {
  accountId: string
  renewals: DeskRenewals
}

/** The automatic renewal of a team's plan, which staff can end. */
export function DeskRenewal({ accountId, renewals, ...formState }: Props) {
  const t = useTranslations('desk.renewal')
  const orders = useTranslations('orders.renewal')
  const current = renewals.mandates.find(({ state }) => state !== 'ended')
  const state = current?.state === 'active' ? 'on' : current ? 'pending' : 'off'
  const tone = state === 'on' ? 'success' : state === 'pending' ? 'warning' : 'plain'
  return (
    <>
      <Panel title={orders('title')} action={<StateWord tone={tone}>{orders(`state.${state}`)}</StateWord>}>
        <FormProblem problem={formState.problems?.renewal} />
        {current ? (
          <form method="post" action={`/desk/accounts/${accountId}/renewal-end`} noValidate>
            <p className="mb-1 text-base-content/75 text-sm">{t('means')}</p>
            <TextField name="renewalReason" label={t('reason')} required maxLength={500} {...formState} />
            <button type="submit" className="btn btn-outline btn-error mt-2">
              {t('end')}
            </button>
          </form>
        ) : (
          <p>{t('isOff')}</p>
        )}
      </Panel>
      <RenewalHistory status={renewals} ordersAt="/desk/orders" />
    </>
  )
}
