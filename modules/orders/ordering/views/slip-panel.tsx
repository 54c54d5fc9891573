import type { Problems } from '#src/http/body.ts'
import { described, FieldFrame } from '#views/forms.tsx'
import { useTranslations } from '#views/language.tsx'
import { Panel } from '#views/parts.tsx'
import { momentText } from '#views/values/moment.tsx'

interface Props {
  orderId: string
  /** When the last one was uploaded, if any. */
  sentAt: Date | undefined
  problems?: Problems
}

/** Uploads the bank's receipt after a transfer. */
export function SlipPanel({ orderId, sentAt, problems }: Props) {
  const t = useTranslations('orders.slip')
  const file = { name: 'slip', label: t('file'), hint: t('hint'), problems, required: true }
  return (
    <Panel title={t('title')}>
      {sentAt ? (
        <p role="status" className="alert alert-success alert-soft mb-2 text-sm">
          {t('sent', { at: momentText(sentAt) })}
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
        <FieldFrame {...file}>
          <input
            {...described(file)}
            type="file"
            accept=".pdf,.png,.jpg,.jpeg"
            className={`file-input w-full ${problems?.slip ? 'file-input-error' : ''}`}
          />
        </FieldFrame>
        <button type="submit" className="btn btn-outline mt-2">
          {t('send')}
        </button>
      </form>
    </Panel>
  )
}
