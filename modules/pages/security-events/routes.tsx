import { sql } from 'kysely'
import { customerNames } from '#modules/accounts/index.ts'
import { type EventFilter, listSecurityEvents } from '#src/auth/security-event.ts'
import { DAY } from '#src/core/clock.ts'
import { endOfDay, isDay } from '#src/core/day.ts'
import { translate } from '#src/core/i18n.ts'
import { isId } from '#src/core/ids.ts'
import { cleanText } from '#src/core/text/clean-text.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { SECURITY_EVENTS } from '#src/db/platform-schema.ts'
import { page } from '#src/http/page.tsx'
import { routes, viewerOf } from '#src/http/web.ts'
import { DESK_EVENTS, type DeskEventFilter, DeskEventsPage } from './desk-events-page.tsx'
import { findPeople } from './event-people.ts'
import { OWN_EVENTS, OwnEventsPage } from './own-events-page.tsx'

/** The security events of the viewer and of the viewer's team; at the desk, of all accounts. */
export const securityEventRoutes = routes()

const kindIn = (text: string | undefined) => SECURITY_EVENTS.find((kind) => kind === text)

/** Only the administrator may see other people's events, and only their events in this team. */
function eventFilterFor(viewer: Viewer, scope: string): EventFilter {
  if (!scope) return { accountId: viewer.id }
  return { teamId: viewer.teamId, ...(scope !== 'team' && { accountId: scope }) }
}

securityEventRoutes.get(OWN_EVENTS, async (c) => {
  const { db, locale } = c.var
  const viewer = viewerOf(c)
  const query = c.req.query()
  const isAdmin = viewer.permissions.includes('team.edit')
  const requestedScope = query.whose ?? ''
  const scope = isAdmin && (requestedScope === 'team' || isId(requestedScope)) ? requestedScope : ''
  const kind = kindIn(query.kind)
  const before = query.before ?? ''
  const { rows, next } = await listSecurityEvents(db, { ...eventFilterFor(viewer, scope), kind }, before)
  const people = await findPeople(db, rows, isAdmin ? viewer : undefined)
  const otherMembers = [...people.values()].filter(
    ({ id, teamId }) => teamId === viewer.teamId && id !== viewer.id,
  )
  const members = isAdmin && otherMembers.length ? otherMembers : null
  const list = { rows, people, next, before }
  const content = <OwnEventsPage {...list} members={members} scope={scope} kind={kind ?? ''} />
  const title = translate(locale)('security.events.title')
  return page(c, content, { title, shell: 'mgmt', current: 'acctInfo' })
})

const cleanInput = (text = '') => cleanText(text).trim().slice(0, 100)

function readFilter(query: Record<string, string | undefined>): DeskEventFilter {
  const dayIn = (text = '') => (isDay(text) ? text : '')
  return {
    keyword: cleanInput(query.keyword),
    address: cleanInput(query.address).toLowerCase(),
    kind: kindIn(query.kind) ?? '',
    since: dayIn(query.since),
    until: dayIn(query.until),
  }
}

/** The account with exactly this username, email address or mobile number. */
async function findAccountByName(db: Db, name: string) {
  const lowerName = name.toLowerCase()
  return customerNames(db)
    .where((eb) =>
      eb.or([
        eb(sql`lower(username)`, '=', lowerName),
        eb(sql`lower(email)`, '=', lowerName),
        eb('mobile', '=', name),
      ]),
    )
    .executeTakeFirst()
}

securityEventRoutes.get(DESK_EVENTS, async (c) => {
  const { db, locale } = c.var
  const filter = readFilter(c.req.query())
  const before = c.req.query('before') ?? ''
  const account = filter.keyword ? await findAccountByName(db, filter.keyword) : undefined
  const isUnknownName = filter.keyword !== '' && !account
  const { rows, next } = isUnknownName
    ? { rows: [], next: null }
    : await listSecurityEvents(db, asEventFilter(filter, account?.id), before)
  const people = await findPeople(db, rows)
  const list = { rows, people, next, before }
  const content = <DeskEventsPage {...list} filter={filter} isUnknownName={isUnknownName} />
  const title = translate(locale)('security.events.title')
  return page(c, content, { title, shell: 'mgmt', current: 'deskEvents' })
})

function asEventFilter({ address, kind, since, until }: DeskEventFilter, accountId?: string): EventFilter {
  return {
    accountId,
    address: address || undefined,
    kind: kindIn(kind),
    from: since ? new Date(endOfDay(since).getTime() - DAY + 1000) : undefined,
    to: until ? new Date(endOfDay(until).getTime() + 1000) : undefined,
  }
}
