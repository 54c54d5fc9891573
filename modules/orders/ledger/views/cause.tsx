import type { Viewer } from '#src/core/viewer.ts'
import { dynamicKey } from '#views/language/messages.ts'
import { useTranslations } from '#views/language.tsx'
import { causeOf, expiredUnused } from '../cause.ts'
import type { UsageEntry } from '../usage-summary.ts'

interface Props {
  row: UsageEntry
  /** The reader, who gets links that they may open; undefined for our staff. */
  viewer?: Viewer
}

/** The cause of an entry of the ledger, and the expired uses of a grant. */
export function Cause({ row, viewer }: Props) {
  const t = useTranslations('orders')
  const unusedCount = expiredUnused(row)
  return (
    <>
      {row.quantity > 0 || row.taken_back ? (
        <GrantCause row={row} viewer={viewer} />
      ) : (
        <SpendCause row={row} viewer={viewer} />
      )}
      {unusedCount > 0 && (
        <span className="block text-base-content/75 text-xs">
          {t('cause.expired', { count: unusedCount })}
        </span>
      )}
    </>
  )
}

function GrantCause({ row, viewer }: Props) {
  const t = useTranslations('orders')
  const cause = causeOf(row)
  if (!cause) return <span>–</span>
  if (cause.returned) return <span>{t('cause.returned')}</span>
  if (cause.package) return <span>{t(dynamicKey<'orders'>(`package.${cause.package}`))}</span>
  const words = t('cause.order', { number: cause.number! })
  if (viewer?.role !== 'admin') return <span>{words}</span>
  return (
    <a className="link" href={`/mgmt/orders/${cause.order}`}>
      {words}
    </a>
  )
}

function SpendCause({ row, viewer }: Props) {
  const t = useTranslations('orders.cause')
  const words = t(row.kind === 'esign' ? 'signing' : 'document')
  const canOpen = viewer && (row.spent_by === viewer.id || viewer.permissions.includes('team.documents'))
  if (!canOpen || !row.document_id) return <span>{words}</span>
  return (
    <a className="link" href={`/mgmt/${row.document_id}/view-doc`}>
      {words}
    </a>
  )
}
