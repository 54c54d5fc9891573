import { teamNames } from '#modules/accounts/index.ts'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { page } from '#src/http/page.tsx'
import type { Ctx } from '#src/http/web.ts'
import type { MessageKey } from '#views/language/messages.ts'
import type { Provider } from '../connection/connection.ts'
import type { Attempt } from './attempt.ts'
import type { Claims } from './claims.ts'
import { findPerson } from './person.ts'
import { ProviderError } from './provider-error.ts'
import { TestPage, type Verdict } from './views/test-page.tsx'

/** How many claims the page shows, and how many characters of each. */
const MAX_SHOWN = { claims: 40, length: 200 }

interface Arrival {
  provider: Provider
  claims: Claims
}

/** The page after a test of the connection, which begins no session and changes nothing. */
export async function testResultPage(c: Ctx, attempt: Attempt, readArrival: () => Promise<Arrival>) {
  const title = translate(c.var.locale)('sso.test.title')
  const frame = { title, shell: 'mgmt', current: 'acctInfo' } as const
  let arrival: Arrival | undefined
  try {
    const { viewer } = c.var
    const isOwn = viewer?.id === attempt.account_id && viewer.teamId === attempt.team_id
    if (!isOwn || !viewer.permissions.includes('team.edit')) throw new ProviderError('over')
    arrival = await readArrival()
    const verdict = await verdictOf(c, arrival)
    return page(c, <TestPage title={title} verdict={verdict} claims={shownClaims(arrival.claims)} />, frame)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const problem = { words: error.words as MessageKey, details: error.details }
    const claims = arrival ? shownClaims(arrival.claims) : []
    const shell = c.var.viewer ? frame.shell : 'account'
    return page(c, <TestPage title={title} problem={problem} claims={claims} />, {
      ...frame,
      shell,
      status: 422,
    })
  }
}

async function verdictOf(c: Ctx, { provider, claims }: Arrival): Promise<Verdict> {
  const person = await findPerson(c.var.db, provider, claims)
  if (person.kind === 'new') return { kind: 'new', name: person.name, email: person.email }
  const member = await teamNames(c.var.db, provider).where('id', '=', person.accountId).executeTakeFirst()
  return { kind: person.kind, name: member!.name }
}

const shownClaims = ({ allClaims }: Claims) =>
  Object.entries(allClaims)
    .slice(0, MAX_SHOWN.claims)
    .map(([name, value]) => ({
      name: name.slice(0, MAX_SHOWN.length),
      value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SHOWN.length),
    }))
