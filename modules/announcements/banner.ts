import { type Expression, type RawBuilder, sql } from 'kysely'
import { MINUTE, now } from '#src/core/clock.ts'
import { type Locale, languageTag } from '#src/core/i18n.ts'
import { log } from '#src/core/log.ts'
import { belongsTo, type Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { notifyLive } from '#src/live/notify.ts'
import type { Banner } from '#views/layout/site-frame.ts'
import type { Announcement } from './announcement.ts'
import { pathOf } from './path.ts'
import type { AnnouncementTable, AnnouncementTexts } from './schema.ts'

type ShownAnnouncement = Pick<
  AnnouncementTable,
  'id' | 'kind' | 'audience' | 'agreement' | 'event_from' | 'event_until' | 'ends_at'
> & { starts_at: Date; titles: Record<Locale, string> }

/**
 * The announcements that pages show now or later, newest first. Every process has a copy, so that no page
 * queries them.
 */
let announcements: ShownAnnouncement[] = []
let refresh: Promise<void> = Promise.resolve()

/** How often the copy is refreshed without a notification. */
const REFRESH_EVERY = 5 * MINUTE

/** For tests, whose databases change. */
export const clearAnnouncements = () => {
  announcements = []
}

/** Refreshes this process's copy of the announcements. Refreshes run one after the other. */
export function refreshAnnouncements(db: Db): Promise<void> {
  refresh = refresh.catch(() => {}).then(() => readAnnouncements(db))
  return refresh
}

async function readAnnouncements(db: Db) {
  const rows = await db
    .selectFrom('announcements.announcement')
    .select(['id', 'kind', 'audience', 'agreement', 'texts', 'starts_at', 'ends_at'])
    .select(['event_from', 'event_until'])
    .where('state', 'in', ['scheduled', 'sending', 'sent'])
    .where('ends_at', '>', now())
    .orderBy('id', 'desc')
    .execute()
  announcements = rows.map(({ texts, starts_at, ...row }) => ({
    ...row,
    starts_at: starts_at!,
    titles: titlesOf(texts),
  }))
}

const titlesOf = (texts: AnnouncementTexts): Record<Locale, string> => ({
  zh_CN: texts.zh_CN.title,
  zh_TW: texts.zh_TW.title,
  en_US: texts.en_US.title,
})

/** Makes every process refresh its copy once the transaction is committed. */
export const notifyAnnouncementChange = (trx: Db) => notifyLive(trx, ['announcements'], 'announcements')

/**
 * Refreshes the copy regularly, in case a notification was lost. Returns a function that stops the
 * refreshes.
 */
export function refreshAnnouncementsRegularly(db: Db): () => Promise<void> {
  const runRefresh = () =>
    refreshAnnouncements(db).catch((error) => log.warn({ error: String(error) }, 'announcements not read'))
  const timer = setInterval(runRefresh, REFRESH_EVERY).unref()
  return async () => {
    clearInterval(timer)
    await refresh.catch(() => {})
  }
}

const currentAnnouncements = () =>
  announcements.filter(({ starts_at, ends_at }) => starts_at <= now() && now() < ends_at)

/**
 * For the query that finds the viewer: the ids of the announcements that pages no longer show to this
 * account.
 */
export const dismissedBy = (accountId: Expression<string>): RawBuilder<string[]> =>
  currentAnnouncements().length
    ? sql<string[]>`coalesce((select jsonb_agg(announcement_id) from announcements.dismissal
        where account_id = ${accountId}), '[]')`
    : sql<string[]>`'[]'::jsonb`

/** The announcements that a page shows to this reader. Visitors see only those about maintenance. */
export function bannersFor(viewer: Viewer | null, dismissed: readonly string[], locale: Locale): Banner[] {
  const visibleAnnouncements = currentAnnouncements().filter(({ id, kind, audience }) =>
    viewer
      ? belongsTo(viewer, audience) && !dismissed.includes(id)
      : kind === 'maintenance' && audience === 'everybody',
  )
  return visibleAnnouncements.map((one) => bannerOf(one, locale, viewer !== null))
}

function bannerOf(announcement: ShownAnnouncement, locale: Locale, isLoggedIn: boolean): Banner {
  const { id, kind, titles, agreement, event_from: from, event_until: until } = announcement
  return {
    id,
    kind,
    agreement,
    title: titles[locale],
    lang: languageTag(locale),
    event: from && { from, until },
    href: pathOf(announcement),
    // The announcement of an agreement remains until the reader accepts the agreement.
    canDismiss: isLoggedIn && kind !== 'agreement',
  }
}

/** How a page will show an announcement. */
export const previewBanner = ({ texts, starts_at, ...one }: Announcement, locale: Locale): Banner =>
  bannerOf({ ...one, starts_at: starts_at ?? now(), titles: titlesOf(texts) }, locale, false)

/** The announcement, shown now or later, of an agreement (type and version); undefined if there is none. */
export const announcementIdOfAgreement = (agreement: string) =>
  announcements.find((one) => one.agreement === agreement)?.id

/** Whether pages show this announcement now and readers can close it. */
export const canBeDismissed = (id: string) =>
  currentAnnouncements().some((one) => one.id === id && one.kind !== 'agreement')
