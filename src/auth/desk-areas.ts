import type { Permission } from '#src/core/viewer.ts'

/** The permissions that requests to the desk need in addition to `desk.enter`; the first match applies. */
const AREA_PERMISSIONS: [RegExp, Permission][] = [
  [/^\w+ \/desk\/accounts\/[^/]+\/(plan|plan-undoing|renewal-end|uses)$/, 'desk.finance'],
  [/^POST \/desk\/accounts\/[^/]+\/note$/, 'desk.accounts'],
  [/^POST \/desk\/(accounts|requests)\//, 'desk.moderation'],
  [/^GET \/desk\/requests\/new$/, 'desk.moderation'],
  [/^\w+ \/desk\/security-events\b/, 'desk.moderation'],
  [/^\w+ \/desk\/(accounts|approvals|requests|log)\b/, 'desk.accounts'],
  [
    /^\w+ \/desk\/(announcements|authorisations|calendar|chat|consultations|feedback|hours|replies|faq)\b/,
    'desk.support',
  ],
  [
    /^\w+ \/desk\/(orders|statements|payments|packages|coupons|reconciliation|revenue|invoices)\b/,
    'desk.finance',
  ],
  [/^\w+ \/desk\/(templates|laws|law-tasks)\b/, 'desk.templates'],
  [/^\w+ \/desk\/(files|jobs|signings|errors)\b/, 'desk.operations'],
  [/^\w+ \/desk\/staff\b/, 'desk.staff'],
]

/** The parts that are open to all staff; their routes check the permission for each queue. */
const OPEN_TO_ALL = /^\/desk\/(work|keys)\b/

/**
 * The permission that a request needs; null for `/desk` itself, which redirects each member of staff to
 * their work.
 */
export function deskPermission(method: string, path: string): Permission | null {
  if (path === '/desk') return null
  if (OPEN_TO_ALL.test(path)) return 'desk.enter'
  const area = AREA_PERMISSIONS.find(([pattern]) => pattern.test(`${method} ${path}`))
  return area ? area[1] : 'desk.staff'
}
