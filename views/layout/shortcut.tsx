import { Icon, type IconName } from '../icons.tsx'
import type { MessageKey } from '../language/messages.ts'
import { useTranslations } from '../language.tsx'

interface HelpEntry {
  key: MessageKey<'common.shortcut'>
  href: string
  icon: IconName
}

/**
 * The entries of the help menu: frequent questions, feedback, chat; and the tour, or for staff the
 * shortcuts.
 */
export const helpEntries = (loggedIn: boolean, more?: 'tour' | 'keys'): HelpEntry[] => [
  { key: 'faq', href: loggedIn ? '/mgmt/faq-list' : '/faq', icon: 'info' },
  { key: 'feedback', href: loggedIn ? '/mgmt/client-feedback' : '/feedback', icon: 'edit' },
  { key: 'online', href: loggedIn ? '/mgmt/online-service' : '/online-service', icon: 'message' },
  ...(more === 'tour' ? [{ key: 'tour', href: '/mgmt/home?tour=1', icon: 'help' } as const] : []),
  ...(more === 'keys' ? [{ key: 'keys', href: '/desk/keys', icon: 'key' } as const] : []),
]

interface Props {
  loggedIn: boolean
  /** Whether the viewer is a member of staff. */
  desk?: boolean
  inShell?: boolean
  /** Whether an agent is available; the page script keeps it up to date. */
  agentOnline?: boolean
}

/**
 * The position of the button: in the side menu, where it covers no action of a list; elsewhere in the corner
 * of the window, or in a low window below the page.
 */
const placeOf = (inShell?: boolean, desk?: boolean) => {
  if (!inShell)
    return 'dropdown-end right-4 short:relative! short:right-0! short:bottom-0! short:m-4 short:block short:w-fit'
  return desk ? 'left-46' : 'left-42'
}

/**
 * The help button in the corner of every page. On a phone it is hidden in the logged-in area, because it
 * would cover buttons; the footer has the same links.
 */
export function Shortcut({ loggedIn, desk, inShell, agentOnline }: Props) {
  const t = useTranslations('common.shortcut')
  const entries = helpEntries(loggedIn, loggedIn ? (desk ? 'keys' : 'tour') : undefined)
  return (
    <nav aria-label={t('label')} className={inShell ? 'max-md:hidden' : undefined}>
      <details
        data-dropdown
        className={`no-print dropdown dropdown-top fixed z-30 shortcut ${placeOf(inShell, desk)}`}
      >
        <summary className="btn btn-circle btn-neutral shadow-md" aria-label={t('label')}>
          <Icon name="help" />
        </summary>
        <ul className="menu dropdown-content mb-2 w-48 rounded-box border border-base-300 bg-base-100 shadow-sm">
          {entries.map(({ key, href, icon }) => (
            <li key={key}>
              <a href={href}>
                <Icon name={icon} className="size-4" />
                {t(key)}
                {key === 'online' && loggedIn && (
                  <span data-waits="agentOnline" hidden={!agentOnline} className="badge badge-sm">
                    {t('agentOnline')}
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
