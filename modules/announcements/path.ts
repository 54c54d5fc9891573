import { agreementPath } from '#modules/site/index.ts'

/** The path of an announcement's page; for a new agreement, the page of the agreement. */
export function pathOf({ id, agreement }: { id: string; agreement: string | null }): string {
  if (!agreement) return `/announcements/${id}`
  const [type, version] = agreement.split(' ')
  return agreementPath(type!, version!)
}
