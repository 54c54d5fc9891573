import { type AnnouncementFields, addDraft } from '#modules/announcements/announcement.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** Maintenance in two days, for all customers, on every channel. */
export const maintenance = (): AnnouncementFields => ({
  kind: 'maintenance',
  audience: 'everybody',
  texts: {
    zh_CN: { title: '周六夜间维护', text: '届时暂停服务一小时。\n\n请提前保存。' },
    zh_TW: { title: '週六夜間維護', text: '屆時暫停服務一小時。\n\n請提前儲存。' },
    en_US: { title: 'Saturday night', text: 'Qishu cannot be used for an hour.\n\nPlease save before it.' },
  },
  byMail: true,
  byMessage: true,
  startsAt: null,
  endsAt: fromNow(3 * DAY),
  eventFrom: fromNow(2 * DAY),
  eventUntil: fromNow(2.1 * DAY),
})

/** Creates a draft by a member of staff; returns its id. */
export const draftedAnnouncement = (db: Db, staff: Viewer, changes: Partial<AnnouncementFields> = {}) =>
  addDraft(db, staff, { ...maintenance(), ...changes })
