import { type Limit, takePoint } from '#src/auth/rate-limit.ts'
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
 * What is asked of others: of one team to one mailbox, of one team in all, and of whomever to one mailbox.
 */
const SIGNING = ofMailbox('signing-mailbox', 50)
const SIGNING_TEAM = ofTeam('signing-team', 300)
const SIGNING_RECIPIENT = ofMailbox('signing-recipient', 100)
const REMINDERS: Limit = { name: 'reminders', points: 100, per: 86_400, words: 'common.limit.reminders' }

/**
 * Codes of each kind to one mailbox or number in a day. Whoever has proved that it is theirs has as many
 * apart; everybody else shares what is there for strangers, of which one browser and one network take no more
 * than a part.
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

export interface CodeAsker {
  /** The browser's own. */
  visitor: string
  network: string
  /** Whether this browser has shown before that the mailbox is its user's. */
  proved: boolean
}

/**
 * Before a code goes to an email address or a number. Throws TOO_MANY_REQUESTS; what was taken until then
 * stays taken.
 */
export async function takeCodePoints(kind: keyof typeof CODES, address: string, asker: CodeAsker) {
  const mailbox = address.includes('@') ? mailboxOf(address) : address
  const { owner, browser, network, strangers } = CODES[kind]
  if (asker.proved) return takePoint(owner, mailbox)
  await takePoint(browser, `${mailbox} ${hashOf(asker.visitor)}`)
  await takePoint(network, `${mailbox} ${asker.network}`)
  await takePoint(strangers, mailbox)
}

/** Before somebody is asked to sign. Throws TOO_MANY_REQUESTS; what was taken until then stays taken. */
export async function takeSigningPoints(teamId: string, email: string) {
  const mailbox = mailboxOf(email)
  await takePoint(SIGNING, `${teamId} ${mailbox}`)
  await takePoint(SIGNING_RECIPIENT, mailbox)
  await takePoint(SIGNING_TEAM, teamId)
}

/**
 * Before somebody is reminded, of whatever: so many a day of one team, beside the one a day of each person.
 */
export const takeReminderPoint = (teamId: string) => takePoint(REMINDERS, teamId)
