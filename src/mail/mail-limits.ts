import { consumePoint, type Limit } from '#src/auth/rate-limit.ts'
import { hashOf } from '#src/core/secrets.ts'
import { mailboxOf } from './mailbox.ts'

const ofMailbox = (name: string, points: number): Limit => ({
  name,
  points,
  per: 86_400,
  words: 'common.limit.mailbox',
})
const ofTeam = (name: string, points: number): Limit => ({
  name,
  points,
  per: 86_400,
  words: 'common.limit.team',
})

/**
 * The maximum number of signing requests from one team to one mailbox in a day; members of the team do not
 * count.
 */
export const MAX_TO_ONE_MAILBOX = 50

/** Signing requests: of one team to one mailbox, of one team in total, and of all teams to one mailbox. */
const SIGNING_MAILBOX = ofMailbox('signing-mailbox', MAX_TO_ONE_MAILBOX)
const SIGNING_TEAM = ofTeam('signing-team', 600)
const SIGNING_RECIPIENT = ofMailbox('signing-recipient', 100)
const REMINDERS: Limit = { name: 'reminders', points: 100, per: 86_400, words: 'common.limit.reminders' }

/**
 * The limits for codes of each kind to one mailbox or number in a day. A browser that has proved that the
 * mailbox belongs to its user has a separate quota. All others share the quota for strangers, of which one
 * browser and one network get only a part.
 */
const CODES = {
  code: limits('code-owner', 'code-browser', 'code-part', 'code-mailbox'),
  sign: limits('sign-code-owner', 'sign-code-browser', 'sign-code-part', 'sign-code-mailbox'),
  review: limits('review-code-owner', 'review-code-browser', 'review-code-part', 'review-code-mailbox'),
}

function limits(owner: string, browser: string, network: string, strangers: string) {
  return {
    owner: ofMailbox(owner, 20),
    browser: ofMailbox(browser, 10),
    network: ofMailbox(network, 10),
    strangers: ofMailbox(strangers, 30),
  }
}

export interface CodeRequester {
  /** The id of the browser. */
  visitor: string
  network: string
  /** Whether this browser has proved before that the mailbox belongs to its user. */
  proved: boolean
}

/**
 * Must be called before a code is sent to an email address or a number. Throws TOO_MANY_REQUESTS; points
 * that were already consumed are not returned.
 */
export async function consumeCodePoints(kind: keyof typeof CODES, address: string, requester: CodeRequester) {
  const mailbox = mailboxOf(address)
  const { owner, browser, network, strangers } = CODES[kind]
  if (requester.proved) return consumePoint(owner, mailbox)
  // The network comes first, because a stranger can change the browser's cookie with every request.
  await consumePoint(network, `${mailbox} ${requester.network}`)
  await consumePoint(browser, `${mailbox} ${hashOf(requester.visitor)}`)
  await consumePoint(strangers, mailbox)
}

/**
 * Must be called before a signing request is sent. Throws TOO_MANY_REQUESTS; points that were already
 * consumed are not returned.
 */
export async function consumeSigningPoints(teamId: string, address: string) {
  const mailbox = mailboxOf(address)
  await consumePoint(SIGNING_MAILBOX, `${teamId} ${mailbox}`)
  await consumePoint(SIGNING_RECIPIENT, mailbox)
  await consumePoint(SIGNING_TEAM, teamId)
}

/**
 * Must be called before a reminder is sent: a daily limit per team, in addition to one reminder a day for
 * each person.
 */
export const consumeReminderPoint = (teamId: string) => consumePoint(REMINDERS, teamId)
