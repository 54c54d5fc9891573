import { isOverdue } from '#src/calendar/queue.ts'
import { LOCALES, type Locale, languages, languageTag } from '#src/core/i18n.ts'
import type { Viewer } from '#src/core/viewer.ts'
import { BannerLine } from '#views/announcements/banners.tsx'
import { Facts } from '#views/facts.tsx'
import { FormProblem } from '#views/forms.tsx'
import { Icon } from '#views/icons.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { LanguageContext, useTranslations } from '#views/language.tsx'
import { MailPreview } from '#views/mail-preview.tsx'
import { PageHead, Panel } from '#views/parts.tsx'
import { Due } from '#views/values/due.tsx'
import { Moment } from '#views/values/moment.tsx'
import type { AnnouncementAtDesk, LoggedAction } from '../announcement.ts'
import { announcementMail, factsOf } from '../announcement-mail.ts'
import { previewBanner } from '../banner.ts'
import { AnnouncementState } from './announcement-state.tsx'

interface Props {
  announcement: AnnouncementAtDesk
  actions: LoggedAction[]
  viewer: Viewer
  locale: Locale
  problem?: MessageKey
  done?: string
}

const HOME = '/desk/announcements'
const DONE = ['saved', 'scheduled', 'withdrawn'] as const

/** An announcement as readers will see it, with its state and the actions that are possible. */
export function DeskAnnouncementItem({ announcement, actions, viewer, locale, problem, done }: Props) {
  const t = useTranslations('announcements')
  const doneAction = DONE.find((one) => one === done)
  return (
    <>
      <PageHead title={announcement.texts[locale].title} lead={t(`kind.${announcement.kind}`)}>
        <a href={HOME} className="btn btn-ghost">
          {t('desk.all')}
        </a>
      </PageHead>
      {doneAction && !problem && (
        <p role="status" className="alert alert-success alert-soft mb-4">
          <Icon name="check" className="size-5" />
          {t(`desk.done.${doneAction}`)}
        </p>
      )}
      <FormProblem problem={problem} />
      <div className="my-4 grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('desk.about')}>
          <AnnouncementFacts announcement={announcement} />
        </Panel>
        <Panel title={t('desk.next')}>
          <Steps announcement={announcement} viewer={viewer} />
        </Panel>
      </div>
      <Preview announcement={announcement} />
      <div className="mt-4">
        <Panel title={t('desk.history')}>
          <ol className="divide-y divide-base-300">
            {actions.map(({ id, action, at, staffName }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                <span className="font-medium">{t(`action.${action}`)}</span>
                <span className="text-base-content/75 text-sm">
                  {staffName ?? t('desk.clock')} · <Moment at={at} />
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </>
  )
}

function AnnouncementFacts({ announcement }: Pick<Props, 'announcement'>) {
  const t = useTranslations('announcements')
  const { state, audience, by_mail, by_message, starts_at, ends_at, event_from, event_until } = announcement
  const { recipients, reached, mails } = announcement
  const channels = [by_mail && t('desk.mail'), by_message && t('desk.message'), t('desk.banner')].filter(
    Boolean,
  )
  const facts = [
    { label: t('desk.state'), value: <AnnouncementState {...announcement} /> },
    ...(state === 'draft'
      ? [
          { label: t('desk.author'), value: announcement.authorName ?? '–' },
          { label: t('desk.due'), value: <Due at={announcement.due_at} overdue={isOverdue(announcement)} /> },
        ]
      : []),
    { label: t('desk.audience'), value: t(`audience.${audience}`) },
    { label: t('desk.ways'), value: channels.join(t('desk.separator')) },
    { label: t('desk.starts'), value: starts_at ? <Moment at={starts_at} /> : t('desk.atOnce') },
    { label: t('desk.ends'), value: <Moment at={ends_at} /> },
    ...(event_from ? [{ label: t('desk.eventFrom'), value: <Moment at={event_from} /> }] : []),
    ...(event_until ? [{ label: t('desk.eventUntil'), value: <Moment at={event_until} /> }] : []),
    ...(!recipients
      ? []
      : [{ label: t('desk.reached'), value: t('desk.reachedOf', { reached, recipients, mails }) }]),
  ]
  return <Facts facts={facts} />
}

function Steps({ announcement, viewer }: Pick<Props, 'announcement' | 'viewer'>) {
  const t = useTranslations('announcements.desk')
  const { id, state, version, edited_by, by_mail, by_message } = announcement
  const isOwn = (by_mail || by_message) && edited_by === viewer.id
  if (state === 'withdrawn') return <p>{t('isWithdrawn')}</p>
  return (
    <>
      {state === 'draft' && (
        <>
          <p className="mb-3 text-sm">{t(isOwn ? 'ownLead' : 'scheduleLead')}</p>
          <div className="mb-3 flex flex-wrap gap-2">
            {!isOwn && (
              <form method="post" action={`${HOME}/${id}/scheduling`}>
                <input type="hidden" name="version" value={version} />
                <button type="submit" className="btn btn-primary">
                  {t('schedule')}
                </button>
              </form>
            )}
            <a href={`${HOME}/${id}/edit`} className="btn btn-outline">
              <Icon name="edit" className="size-4" />
              {t('edit')}
            </a>
          </div>
        </>
      )}
      {state === 'sending' && (
        <p className="mb-3">
          <a href={`${HOME}/${id}`} className="btn btn-outline btn-sm">
            <Icon name="refresh" className="size-4" />
            {t('reload')}
          </a>
        </p>
      )}
      <form method="post" action={`${HOME}/${id}/withdrawal`}>
        <p className="mb-2 text-sm">{t(state === 'draft' ? 'discardLead' : 'withdrawLead')}</p>
        <button type="submit" className="btn btn-outline btn-error btn-sm">
          {t(state === 'draft' ? 'discard' : 'withdraw')}
        </button>
      </form>
    </>
  )
}

function Preview({ announcement }: Pick<Props, 'announcement'>) {
  const t = useTranslations('announcements.desk')
  return (
    <Panel title={t('preview')}>
      <div className="grid gap-6 xl:grid-cols-3">
        {LOCALES.map((locale) => (
          <div key={locale} className="min-w-0">
            <div lang={languageTag(locale)} className="mb-3 rounded-box border border-base-300">
              <LanguageContext value={languages[locale]}>
                <BannerLine banner={previewBanner(announcement, locale)} path={HOME} />
              </LanguageContext>
            </div>
            <MailPreview
              {...announcementMail.render(locale, factsOf(announcement, locale))}
              lang={languageTag(locale)}
            />
          </div>
        ))}
      </div>
    </Panel>
  )
}
