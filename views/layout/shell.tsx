import { Banners } from '../announcements/banners.tsx'
import { Icon, type IconName } from '../icons.tsx'
import type { MessageKey } from '../language/messages.ts'
import { useTranslations } from '../language.tsx'
import { usePermissions } from '../permissions.ts'
import { AppFooter } from './app-footer.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout-props.ts'
import { NarrowNotice } from './narrow-notice.tsx'
import { Brand } from './public-header.tsx'
import { Shortcut } from './shortcut.tsx'

interface Entry {
  key: MessageKey<'common.menu'>
  href: string
  icon: IconName
  /** The permission that the entry requires. */
  needs?: string
  dot?: 'hasPendingTask' | 'hasUnreadNews' | 'hasDamagedFiles' | 'calendarMissing'
  /** The queue whose entries are counted in the menu. */
  queue?: string
}

const MENU: Entry[] = [
  { key: 'home', href: '/mgmt/home', icon: 'home' },
  { key: 'myDocs', href: '/mgmt/my-docs', icon: 'document' },
  { key: 'docLib', href: '/mgmt/doc-lib', icon: 'library' },
  { key: 'tasks', href: '/mgmt/tasks', icon: 'task', dot: 'hasPendingTask' },
  { key: 'messages', href: '/mgmt/messages', icon: 'message', dot: 'hasUnreadNews' },
  { key: 'contacts', href: '/mgmt/contacts', icon: 'contact' },
  { key: 'acctInfo', href: '/mgmt/acct-info', icon: 'account' },
]

/** The desk's menu, because staff do not draft documents. */
const DESK_MENU: Entry[] = [
  { key: 'deskOverview', href: '/desk', icon: 'home' },
  { key: 'deskAccounts', href: '/desk/accounts', icon: 'contact', needs: 'desk.accounts' },
  { key: 'deskRequests', href: '/desk/requests', icon: 'task', needs: 'desk.accounts', queue: 'requests' },
  {
    key: 'deskApprovals',
    href: '/desk/approvals',
    icon: 'check',
    needs: 'desk.accounts',
    queue: 'approvals',
  },
  {
    key: 'deskAuthorisations',
    href: '/desk/authorisations',
    icon: 'sign',
    needs: 'desk.support',
    queue: 'authorisations',
  },
  { key: 'deskOrders', href: '/desk/orders', icon: 'copy', needs: 'desk.finance', queue: 'transfers' },
  { key: 'deskInvoices', href: '/desk/invoices', icon: 'document', needs: 'desk.finance', queue: 'invoices' },
  { key: 'deskTemplates', href: '/desk/templates', icon: 'library', needs: 'desk.templates' },
  { key: 'deskLaws', href: '/desk/laws', icon: 'log', needs: 'desk.templates', queue: 'lawTasks' },
  {
    key: 'deskConsultations',
    href: '/desk/consultations',
    icon: 'edit',
    needs: 'desk.support',
    queue: 'consultations',
  },
  { key: 'deskChat', href: '/desk/chat', icon: 'help', needs: 'desk.support', queue: 'chat' },
  { key: 'deskFeedback', href: '/desk/feedback', icon: 'message', needs: 'desk.support', queue: 'feedback' },
  { key: 'deskFaq', href: '/desk/faq', icon: 'info', needs: 'desk.support' },
  {
    key: 'deskAnnouncements',
    href: '/desk/announcements',
    icon: 'globe',
    needs: 'desk.support',
    queue: 'announcements',
  },
  {
    key: 'deskCalendar',
    href: '/desk/calendar',
    icon: 'calendar',
    needs: 'desk.support',
    dot: 'calendarMissing',
  },
  { key: 'deskFiles', href: '/desk/files', icon: 'check', needs: 'desk.operations', dot: 'hasDamagedFiles' },
  { key: 'deskJobs', href: '/desk/jobs', icon: 'refresh', needs: 'desk.operations' },
  { key: 'deskErrors', href: '/desk/errors', icon: 'warning', needs: 'desk.operations' },
  { key: 'deskLog', href: '/desk/log', icon: 'log', needs: 'desk.accounts' },
  { key: 'deskEvents', href: '/desk/security-events', icon: 'key', needs: 'desk.moderation' },
  { key: 'deskStaff', href: '/desk/staff', icon: 'account', needs: 'desk.staff' },
  { key: 'acctInfo', href: '/mgmt/acct-info', icon: 'account' },
]

/** How many entries wait in the queue of a page of the desk; 0 for other pages. */
export function waitingOn({ desk, current, inbox }: Pick<LayoutProps, 'desk' | 'current' | 'inbox'>): number {
  const queue = desk && DESK_MENU.find(({ key }) => key === current)?.queue
  return (queue && inbox?.queues?.[queue]?.waiting) || 0
}

/**
 * The frame for logged-in users: side menu, language, profile. Pages for editing and signing use the bare
 * frame.
 */
export function Shell(props: LayoutProps) {
  return (
    <div className="flex min-h-dvh max-md:flex-col">
      <SideMenu {...props} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Banners banners={props.site.banners} path={props.path} />
        <main id="main" tabIndex={-1} className="flex-1 px-4 py-6 md:px-6 print:p-0 focus:outline-none">
          {props.children}
        </main>
        <AppFooter {...props} />
      </div>
      <Shortcut loggedIn desk={props.desk} inShell agentOnline={props.inbox?.agentOnline} />
      {!props.desk && <NarrowNotice />}
    </div>
  )
}

/** The position below the notice about an access to the pages, which stays in view. */
const BELOW_LINE = 'md:top-[3.125rem] md:h-[calc(100dvh-3.125rem)]'

function SideMenu({ current, inbox, locale, path, viewer, desk, site }: LayoutProps) {
  const t = useTranslations('common')
  const permissions = usePermissions()
  const menu = desk ? DESK_MENU.filter(({ needs }) => !needs || permissions.includes(needs)) : MENU
  return (
    <nav
      aria-label={t('menu.label')}
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-base-300 bg-base-100 px-3 py-2 max-md:border-b md:sticky md:shrink-0 md:flex-col md:flex-nowrap md:items-stretch md:gap-4 md:border-r md:px-4 md:py-5 ${desk ? 'md:w-60' : 'md:w-56'} ${site.access ? BELOW_LINE : 'md:top-0 md:h-dvh'}`}
    >
      <Brand href={menu[0]!.href} logo={site.logo} />
      {desk && <DeskMenuButton menu={menu} inbox={inbox} />}
      <ul {...(desk ? DESK_LIST : { className: `${LIST} grid max-md:order-last max-md:w-full` })}>
        {menu.map(({ key, href, icon, dot, queue }) => (
          <li key={key}>
            <a
              href={href}
              data-returns
              aria-current={current === key ? 'page' : undefined}
              className={`relative flex items-center rounded-field hover:bg-base-200 max-md:h-full max-md:flex-col max-md:gap-0.5 max-md:px-1 max-md:py-1.5 max-md:text-center max-md:text-xs ${desk ? 'md:gap-2 md:px-2 md:py-px' : 'md:gap-3 md:px-3 md:py-2'} ${current === key ? 'bg-base-200 font-medium text-primary' : ''}`}
            >
              <Icon name={icon} />
              <span className="md:whitespace-nowrap">{t(`menu.${key}`)}</span>
              {key === 'deskJobs' && <Count count={inbox?.stuckJobs} />}
              {queue && <QueueCount queue={queue} state={inbox?.queues?.[queue]} />}
              {dot && <RedDot item={dot} label={t(`menu.${dot}`)} hidden={!inbox?.[dot]} />}
            </a>
          </li>
        ))}
      </ul>
      <div className="flex items-center gap-1 md:flex-col md:items-stretch md:gap-2 md:border-base-300 md:border-t md:pt-3">
        <a
          href={desk ? menu[0]!.href : '/mgmt/home?profile=yes'}
          target="_blank"
          rel="noopener"
          className="min-w-0 rounded-field px-2 py-1 hover:bg-base-200 max-md:hidden"
        >
          <span className="block truncate font-medium">{viewer?.name}</span>
          {viewer?.company !== viewer?.name && (
            <span className="block truncate text-base-content/75 text-xs">{viewer?.company}</span>
          )}
        </a>
        <LanguageSwitch locale={locale} path={path} opensUpwards />
        <form method="post" action="/logout">
          <button type="submit" className="btn btn-ghost btn-sm md:max-w-36 md:justify-start">
            <Icon name="out" className="size-4" />
            <span className="max-sm:sr-only">{t('logout')}</span>
          </button>
        </form>
      </div>
    </nav>
  )
}

const LIST =
  'grid-cols-4 gap-1 md:-m-1 md:mt-2 md:flex md:min-h-0 md:flex-1 md:flex-col md:overflow-y-auto md:p-1'

/** The desk has more entries than a phone has room for, so on a phone they open in a popover. */
const DESK_LIST = {
  id: 'desk-menu',
  popover: 'auto',
  className: `${LIST} text-base-content open:grid max-md:inset-x-0 max-md:top-0 max-md:m-0 max-md:w-full max-md:max-w-none max-md:border-base-300 max-md:border-b max-md:bg-base-100 max-md:p-3 max-md:shadow-lg max-md:backdrop:bg-black/45 md:static md:h-auto md:w-auto md:gap-px md:border-0 md:bg-transparent`,
} as const

function DeskMenuButton({ menu, inbox }: { menu: Entry[] } & Pick<LayoutProps, 'inbox'>) {
  const t = useTranslations('common')
  const waitingCount = menu.reduce(
    (sum, { queue }) => sum + ((queue && inbox?.queues?.[queue]?.waiting) || 0),
    0,
  )
  return (
    <button type="button" popoverTarget={DESK_LIST.id} className="btn btn-sm btn-ghost ml-auto md:hidden">
      <Icon name="menu" className="size-4" />
      {t('menu.open')}
      <span data-all-queues hidden={!waitingCount} className="rounded-full bg-base-300 px-1.5 text-xs">
        <span>{waitingCount}</span>
        <span className="sr-only"> {t('menu.waiting')}</span>
      </span>
    </button>
  )
}

const COUNT = 'rounded-full px-1.5 text-xs max-md:absolute max-md:top-1 max-md:right-2 md:ml-auto'

function Count({ count }: { count: number | undefined }) {
  const t = useTranslations('common')
  if (!count) return null
  return (
    <span className={`${COUNT} bg-primary text-primary-content`}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="sr-only">{t('menu.stuckJobs', { count })}</span>
    </span>
  )
}

/** The number of waiting entries, marked if one is overdue. The page script keeps it current. */
function QueueCount({ queue, state }: { queue: string; state?: { waiting: number; overdue: number } }) {
  const t = useTranslations('common')
  const { waiting = 0, overdue = 0 } = state ?? {}
  return (
    <span
      data-queue={queue}
      data-late={overdue > 0 || undefined}
      hidden={!waiting}
      className={`${COUNT} bg-base-300 text-base-content data-late:bg-primary data-late:text-primary-content`}
    >
      <span>{waiting > 999 ? '999+' : waiting}</span>
      <span className="sr-only"> {t('menu.waiting')}</span>
      <span className="sr-only" hidden={!overdue}>
        , {t('menu.overdue')}
      </span>
    </span>
  )
}

/** A red dot, which the page script shows and hides while the page is open. */
function RedDot({ item, label, hidden }: { item: string; label: string; hidden: boolean }) {
  return (
    <span
      data-waits={item}
      hidden={hidden}
      className="size-2 rounded-full border border-transparent bg-primary max-md:absolute max-md:top-2 max-md:left-1/2 max-md:ml-3 md:ml-auto"
    >
      <span className="sr-only">{label}</span>
    </span>
  )
}
