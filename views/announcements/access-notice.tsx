import { Icon } from '../icons.tsx'
import { useTranslations } from '../language.tsx'
import { momentText } from '../values/moment.tsx'

/**
 * An access of our staff to a customer's pages; both see a notice of it above every page. `id` is that of
 * the account.
 */
export type AccessNotice =
  | { kind: 'running'; id: string; until: Date }
  | { kind: 'seeing' | 'atDesk'; id: string; name: string; until: Date }

interface Props {
  notice: AccessNotice
  /** Whether the notice stays in view. Editors have a head of their own that stays in view instead. */
  sticks: boolean
}

export function AccessLine({ notice, sticks }: Props) {
  const t = useTranslations('supportAccess.notice')
  const until = momentText(notice.until).slice(11)
  const isRunning = notice.kind === 'running'
  const words = isRunning ? t('running', { until }) : t(notice.kind, { name: notice.name, until })
  const href = { running: '/mgmt/acct-info/support-access', seeing: null, atDesk: '/mgmt/home' }[notice.kind]
  return (
    <section
      aria-label={t('label')}
      className={`no-print z-40 flex flex-wrap items-center gap-x-3 gap-y-1 border-warning border-b-2 bg-base-100 px-4 py-2 text-sm ${sticks ? 'sticky top-0' : ''}`}
    >
      <Icon name="warning" className="size-4 shrink-0 max-sm:hidden" />
      <p className="wrap-anywhere min-w-0 flex-1">
        {words}{' '}
        {href && (
          <a className="link inline-block" href={href}>
            {t(isRunning ? 'more' : 'toPages')}
          </a>
        )}
      </p>
      <form
        method="post"
        action={isRunning ? '/mgmt/acct-info/support-access/ending' : '/support-access/leaving'}
        data-leaves
      >
        {isRunning && <input type="hidden" name="access" value={notice.id} />}
        <button type="submit" className="btn btn-sm">
          {t(isRunning ? 'end' : 'leave')}
        </button>
      </form>
    </section>
  )
}

/**
 * Disables the forms of a customer's page for staff: submitting them is refused, and after the member of
 * staff has left the page it would happen in their own name.
 */
export const withInertForms = (html: string) =>
  html.replaceAll(/<form [^<>]*>/g, (tag) =>
    tag.includes(' method="post"') && !tag.includes(' data-leaves')
      ? tag.replace('<form', '<form inert=""')
      : tag,
  )
