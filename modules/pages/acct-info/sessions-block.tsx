import type { OpenSession } from '#src/auth/session.ts'
import { useTranslations } from '#views/language.tsx'
import { Panel, StateWord } from '#views/parts.tsx'
import { deviceName } from '#views/values/device-name.ts'
import { Moment } from '#views/values/moment.tsx'

interface Props {
  sessions: OpenSession[]
  /** Whether our staff may ask for access to the account's pages. */
  allowsSupportAccess: boolean
}

/** The open sessions, each with a button to end it. */
export function SessionsBlock({ sessions, allowsSupportAccess }: Props) {
  const t = useTranslations('acctInfo')
  const tEvents = useTranslations('security.events')
  const tAccess = useTranslations('supportAccess')
  const hasOtherSessions = sessions.some((session) => !session.isCurrent)
  return (
    <Panel title={t('sessions')}>
      <ul className="divide-y divide-base-300">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} />
        ))}
      </ul>
      {hasOtherSessions && (
        <form method="post" action="/mgmt/acct-info/other-sessions/ending" className="mt-3">
          <button type="submit" className="btn btn-outline btn-sm">
            {t('endOthers')}
          </button>
        </form>
      )}
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <a className="link" href="/mgmt/acct-info/security-events">
          {tEvents('open')}
        </a>
        {allowsSupportAccess && (
          <a className="link" href="/mgmt/acct-info/support-access">
            {tAccess('link')}
          </a>
        )}
      </p>
    </Panel>
  )
}

function SessionLine({ session }: { session: OpenSession }) {
  const t = useTranslations('acctInfo')
  const device = deviceName(session.device) || t('unknownDevice')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0">
        <span className="block font-medium">{device}</span>
        <span className="wrap-anywhere block text-base-content/75 text-sm">
          {t('since')} <Moment at={session.created_at} />
          {session.address && ` · ${session.address}`}
        </span>
      </span>
      {session.isCurrent ? (
        <StateWord tone="success">{t('thisDevice')}</StateWord>
      ) : (
        <form method="post" action={`/mgmt/acct-info/sessions/${session.id}/ending`}>
          <button type="submit" className="btn btn-ghost btn-sm" aria-label={t('endSessionOf', { device })}>
            {t('endSession')}
          </button>
        </form>
      )}
    </li>
  )
}
