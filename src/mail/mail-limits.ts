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

/** Signing requests of one team to one mailbox in a day; members of the team do not count. */
export const MAX_TO_ONE_MAILBOX = 50

/** Signing requests: of one team to one mailbox, of one team in total, and of all teams to one mailbox. */
const SIGNING = ofMailbox('signing-mailbox', MAX_TO_ONE_MAILBOX)
const SIGNING_TEAM = ofTeam('signing-team', 600)
const SIGNING_RECIPIENT = ofMailbox('signing-recipient', 100)
const REMINDERS: Limit = { name: 'reminders', points: 100, per: 86_400, words: 'common.limit.reminders' }

/**
 * Codes of each kind to one mailbox or number in a day. A browser that has proved its ownership has a quota
 * of its own; all others share the quota for strangers, of which one browser and one network get only a part.
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
  /** Id of the browser. */
  visitor: string
  network: string
  /** Whether this browser has proved before that the mailbox is its user's. */
  proved: boolean
}

/**
 * Call before a code is sent to an email address or a number. Throws TOO_MANY_REQUESTS, without returning
 * points taken before.
 */
export async function consumeCodePoints(kind: keyof typeof CODES, address: string, asker: CodeRequester) {
  const mailbox = mailboxOf(address)
  const { owner, browser, network, strangers } = CODES[kind]
  if (asker.proved) return consumePoint(owner, mailbox)
  // First the network: a stranger can change the browser's cookie with every request.
  await consumePoint(network, `${mailbox} ${asker.network}`)
  await consumePoint(browser, `${mailbox} ${hashOf(asker.visitor)}`)
  await consumePoint(strangers, mailbox)
}

/** Call before a signing request is sent. Throws TOO_MANY_REQUESTS, without returning points taken before. */
export async function consumeSigningPoints(teamId: string, address: string) {
  const mailbox = mailboxOf(address)
  await consumePoint(SIGNING, `${teamId} ${mailbox}`)
  await consumePoint(SIGNING_RECIPIENT, mailbox)
  await consumePoint(SIGNING_TEAM, teamId)
}

/** Call before any reminder is sent: a daily limit per team, besides one a day for each person. */
export const consumeReminderPoint = (teamId: string) => consumePoint(REMINDERS, teamId)
