import type { Problems } from '#src/http/body.ts'
import { FileField } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'

export interface UploadedSlip {
  uploaded_at: Date
  refused_at: Date | null
  /** The reason why our staff refused the slip. */
  refusal: string | null
}

interface Props {
  orderId: string
  /** The last slip, if any. */
  slip: UploadedSlip | undefined
  problems?: Problems
}

/** The form that uploads the bank's receipt after a transfer. */
export function SlipPanel({ orderId, slip, problems }: Props) {
  const t = useTranslations('orders.slip')
  const file = { name: 'slip', label: t('file'), hint: t('hint'), problems, required: true }
  return (
    <Panel title={t('title')}>
      {slip?.refused_at ? (
        <div role="status" className="alert alert-warning alert-soft mb-2 text-sm">
          <div>
            <p>{t('refused', { at: momentText(slip.uploaded_at) })}</p>
            <p className="wrap-anywhere">{t('reason', { reason: slip.refusal ?? '' })}</p>
          </div>
        </div>
      ) : slip ? (
        <p role="status" className="alert alert-success alert-soft mb-2 text-sm">
          {t('sent', { at: momentText(slip.uploaded_at) })}
        </p>
      ) : (
        <p className="mb-2">{t('lead')}</p>
      )}
      <form
        method="post"
        action={`/mgmt/orders/${orderId}/slip`}
        encType="multipart/form-data"
        className="max-w-md"
        noValidate
      >
        <FileField {...file} accept=".pdf,.png,.jpg,.jpeg" />
        <button type="submit" className="btn btn-outline mt-2">
          {t('send')}
        </button>
      </form>
    </Panel>
  )
}
