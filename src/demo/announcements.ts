import { addDraft } from '#modules/announcements/announcement.ts'
import { DAY, fromNow, HOUR, setClock } from '#src/core/clock.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'

/** A draft by a member of staff, which a colleague still has to schedule. */
export async function draftAnnouncement(db: Db, ruo: Viewer) {
  const today = Date.now()
  setClock(() => new Date(today - 30 * HOUR))
  const maintenanceStart = fromNow(9 * DAY)
  maintenanceStart.setUTCHours(14, 0, 0, 0)
  await addDraft(db, ruo, {
    kind: 'maintenance',
    audience: 'everybody',
    texts: {
      zh_CN: {
        title: '夜间例行维护',
        text: '维护期间契书暂停服务约三小时，正在编辑的内容请提前保存。\n\n签署链接的有效期不受影响。',
      },
      zh_TW: {
        title: '夜間例行維護',
        text: '維護期間契書暫停服務約三小時，編輯中的內容請提前儲存。\n\n簽署連結的有效期限不受影響。',
      },
      en_US: {
        title: 'Routine maintenance at night',
        text: 'Qishu cannot be used for about three hours. Please save what you are editing before it.\n\nLinks to sign keep their validity.',
      },
    },
    byMail: true,
    byMessage: true,
    startsAt: null,
    endsAt: new Date(maintenanceStart.getTime() + 3 * HOUR),
    eventFrom: maintenanceStart,
    eventUntil: new Date(maintenanceStart.getTime() + 3 * HOUR),
  })
  setClock(null)
}
