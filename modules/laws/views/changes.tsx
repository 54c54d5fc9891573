import { useTranslations } from '#views/language.tsx'
import { Dialog, opens, Panel } from '#views/parts.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { Change } from '../change.ts'
import { type KnownLaw, lawPath } from '../law.ts'

/** The marked changes of a law, with the number of people notified. */
export function Changes({ law, changes }: { law: KnownLaw; changes: Change[] }) {
  const t = useTranslations('laws')
  return (
    <Panel title={t('changes')}>
      {changes.length === 0 && <p>{t('noChanges')}</p>}
      <ol className="divide-y divide-base-300">
        {changes.map((change) => (
          <li key={change.id} className="py-2">
            <MarkedChange law={law} change={change} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function MarkedChange({ law, change }: { law: KnownLaw; change: Change }) {
  const t = useTranslations('laws')
  const { id, version_name, in_force_from, what, marked_at, notified_at, notified, notify_at, codes } = change
  const dialog = `withdraw-${id}`
  return (
    <>
      <p className="wrap-anywhere font-medium">{version_name}</p>
      <p>{t('inForceFrom', { day: in_force_from })}</p>
      <p className="wrap-anywhere whitespace-pre-line text-sm">{what}</p>
      <p className="text-sm">
        {codes.length === 0 ? (
          t('notifiesNobody')
        ) : notified_at ? (
          <>
            {t('notified', { count: notified })} · <Moment at={notified_at} />
          </>
        ) : (
          <>
            {t('notifiesAt')} <Moment at={notify_at} />
          </>
        )}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-base-content/75 text-sm">
        <span>
          {t('markedAt')} <Moment at={marked_at} />
        </span>
        <button {...opens(dialog)} className="btn btn-ghost btn-xs">
          {t('withdraw')}
        </button>
      </div>
      <Dialog id={dialog} title={t('withdrawChange')}>
        <p>{t(notified_at ? 'withdrawChangeLate' : 'withdrawChangeMeaning')}</p>
        <form method="post" action={`${lawPath(law.name)}/change-withdrawal`} className="modal-action">
          <input type="hidden" name="change" value={id} />
          <button type="submit" className="btn btn-error">
            {t('withdrawChange')}
          </button>
        </form>
      </Dialog>
    </>
  )
}
