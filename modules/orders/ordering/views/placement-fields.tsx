import type { FormState } from '#src/http/body.ts'
import { CheckField, FormProblem } from '#views/forms.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'

/** The reason why an order cannot be placed, with links to the orders that must be paid or closed first. */
export function PlacementProblem({
  problem,
  details,
}: { problem?: MessageKey } & Pick<FormState, 'details'>) {
  const t = useTranslations('orders.limit')
  return (
    <>
      <FormProblem problem={problem} values={details} />
      {details?.max && (
        <p className="my-2">
          <a className="link link-primary" href="/mgmt/order-record">
            {t('toOrders')}
          </a>
        </p>
      )}
    </>
  )
}

/** Every buyer agrees to the Service Agreement. */
export function AgreementField({ values, problems }: FormState) {
  const t = useTranslations('orders.confirm')
  return (
    <CheckField name="agreed" values={values} problems={problems}>
      {t('agree')}{' '}
      <a className="link" href="/privacy-notice?type=SERVICE_AGREEMENT" target="_blank" rel="noopener">
        {t('agreement')}
      </a>
    </CheckField>
  )
}
