import { MAX_WAITING, StartForm } from '#modules/messaging/index.ts'
import { Icon } from '#views/icons.tsx'
import { SentenceSpace, useTranslations } from '#views/language.tsx'
import { helpEntries } from '#views/layout/shortcut.tsx'
import { Panel } from '#views/parts.tsx'
import { useMay } from '#views/permissions.ts'
import { Day } from '#views/values/moment.tsx'
import type { HomeFacts } from './home-facts.ts'
import { TourButton } from './home-tour.tsx'

/** A link from a panel to the page with the complete list. */
export function All({ href }: { href: string }) {
  const t = useTranslations('home')
  return (
    <a href={href} className="link-hover shrink-0 text-sm">
      {t('all')}
    </a>
  )
}

/** The number of waiting tasks and notifications; renders nothing if there are none. */
export function Waiting({ tasks, messages }: HomeFacts['waiting']) {
  const t = useTranslations('home.waits')
  const counts = { tasks, messages }
  const waitingKinds = (['tasks', 'messages'] as const).filter((kind) => counts[kind] > 0)
  if (!waitingKinds.length) return null
  const countText = (count: number) => (count < MAX_WAITING ? String(count) : `${MAX_WAITING - 1}+`)
  return (
    <p className="flex flex-wrap gap-x-4">
      {waitingKinds.map((kind) => (
        <a key={kind} href={`/mgmt/${kind}`} className="link">
          {t(kind, { count: counts[kind], shown: countText(counts[kind]) })}
        </a>
      ))}
    </p>
  )
}

/** The viewer's tasks, each with the button that starts it. */
export function TasksPanel({ tasks }: Pick<HomeFacts, 'tasks'>) {
  const t = useTranslations('home')
  const tTasks = useTranslations('messaging.tasks')
  return (
    <Panel title={t('tasks')} action={tasks.length > 0 && <All href="/mgmt/tasks" />}>
      {tasks.length ? (
        <ul className="divide-y divide-base-300">
          {tasks.map((task) => (
            <li key={task.id} className="flex items-center justify-between gap-x-4 py-2">
              <span className="min-w-0">
                <span className="wrap-anywhere block">{task.document_name}</span>
                <span className="wrap-anywhere block text-base-content/75 text-sm">
                  {task.creator}
                  {task.due_at && (
                    <>
                      {' · '}
                      {tTasks('column.due')} <Day at={task.due_at} />
                    </>
                  )}
                </span>
              </span>
              <StartForm task={task} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="py-4 text-base-content/75">{t('tasksEmpty')}</p>
      )}
    </Panel>
  )
}

/** The first contacts of the address book. */
export function ContactsPanel({ contacts }: Pick<HomeFacts, 'contacts'>) {
  const t = useTranslations('home')
  const mayEdit = useMay('document.create')
  return (
    <Panel title={t('contacts')} action={contacts.length > 0 && <All href="/mgmt/contacts" />}>
      {contacts.length ? (
        <ul className="divide-y divide-base-300">
          {contacts.map(({ id, name, organisation }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <a className="link-hover wrap-anywhere" href={`/mgmt/${id}/communicat-doc`}>
                {name}
              </a>
              <span className="wrap-anywhere text-base-content/75 text-sm">{organisation}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="py-4 text-base-content/75">
          {t('contactsEmpty')}
          <SentenceSpace />
          {mayEdit && (
            <a className="link" href="/mgmt/contacts">
              {t('toContacts')}
            </a>
          )}
        </p>
      )}
    </Panel>
  )
}

/** Links to contact, FAQ, feedback and chat, and the tour, which starts automatically if it is due. */
export function HelpLine({ tour }: { tour: boolean }) {
  const t = useTranslations('common')
  const contact = { key: 'contact', href: '/locations', icon: 'contact' } as const
  return (
    <nav aria-label={t('shortcut.label')} className="mt-6 flex flex-wrap gap-2">
      {[contact, ...helpEntries(true)].map(({ key, href, icon }) => (
        <a key={key} href={href} className="btn btn-outline btn-sm">
          <Icon name={icon} className="size-4" />
          {t(`shortcut.${key}`)}
        </a>
      ))}
      <TourButton first={tour} />
    </nav>
  )
}
