import type { FormState } from '#src/http/body.ts'
import { type Colleague, HandOverFields } from '#views/desk/hand-over.tsx'
import { OwnerBar } from '#views/desk/owner-bar.tsx'
import { useTranslations } from '#views/language.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import type { OwnerOutcome, WorkItem } from './ownership.ts'

interface Props extends FormState {
  path: string
  item: WorkItem
  colleagues: Colleague[]
  viewerId: string
  /** Why the owner was not changed. */
  outcome?: OwnerOutcome
}

/** Who handles a queue entry; also shown when the entry has changed since the previous page. */
export function OwnerPage({ path, item, colleagues, viewerId, outcome, values, problems }: Props) {
  const t = useTranslations('desk.work')
  const entryPath = `${path}/${item.id}`
  return (
    <>
      <PageHead title={t('ownerTitle')} lead={item.label}>
        <a className="btn btn-ghost" href={entryPath}>
          {t('backToEntry')}
        </a>
      </PageHead>
      {outcome && (
        <p role="alert" className="alert alert-error alert-soft mb-4 text-sm">
          {item.isOpen
            ? t(item.ownerName ? 'hasIt' : 'nobodyHasIt', { name: item.ownerName ?? '' })
            : t('isFinished')}
        </p>
      )}
      <OwnerBar at={entryPath} item={item} viewerId={viewerId} isOpen={item.isOpen} isOnOwnerPage />
      {item.isOpen && (
        <Panel title={t('handOverTitle')}>
          <form method="post" action={`${entryPath}/owner`} noValidate className="max-w-md">
            <input type="hidden" name="was" value={item.owner_id ?? ''} />
            <HandOverFields colleagues={colleagues} values={values} problems={problems} />
          </form>
        </Panel>
      )}
    </>
  )
}
