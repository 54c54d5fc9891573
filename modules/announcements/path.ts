import { agreementPath } from '#modules/site/index.ts'

/** Where one reads an announcement: a new agreement on its own page. */
export function pathOf({ id, agreement }: { id: string; agreement: string | null }): string {
  if (!agreement) return `/announcements/${id}`
  const [type, version] = agreement.split(' ')
  return agreementPath(type!, version!)
}
