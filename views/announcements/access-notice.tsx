import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'
import { momentText } from '../values/moment.tsx'

/** An access of our staff to a customer's pages, as both see it above every page. */
export type AccessNotice =
  | { kind: 'running'; id: string; until: Date }
  | { kind: 'seeing'; id: string; name: string; until: Date }

export function AccessLine({ notice }: { notice: AccessNotice }) {
  const t = useTranslations('supportAccess.notice')
  const until = momentText(notice.until).slice(11)
  const seeing = notice.kind === 'seeing'
  const action = seeing
    ? `/desk/accounts/${notice.id}/support-access/leaving`
    : '/mgmt/acct-info/support-access/ending'
  return (
    <section
      aria-label={t('label')}
      className="no-print sticky top-0 z-40 flex flex-wrap items-center gap-x-3 gap-y-1 border-warning border-b-2 bg-base-100 px-4 py-2 text-sm"
    >
      <Icon name="warning" className="size-4 shrink-0 max-sm:hidden" />
      <p className="wrap-anywhere min-w-0 flex-1">
        {seeing ? t('seeing', { name: notice.name, until }) : t('running', { until })}{' '}
        {!seeing && (
          <a className="link inline-block" href="/mgmt/acct-info/support-access">
            {t('more')}
          </a>
        )}
      </p>
      <form method="post" action={action}>
        {!seeing && <input type="hidden" name="access" value={notice.id} />}
        <button type="submit" className="btn btn-sm">
          {t(seeing ? 'leave' : 'end')}
        </button>
      </form>
    </section>
  )
}
