import { chosenLocale, findMailbox } from '#modules/accounts/index.ts'
import { mailBrand } from '#modules/brand/index.ts'
import { DAY, fromNow } from '#src/core/clock.ts'
import type { Db } from '#src/db/db.ts'
import { publicUrl } from '#src/http/envelope.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { momentText } from '#views/values/moment.tsx'
import { senderWords } from '#views/values/sender.ts'
import type { Turn } from '../review-step.ts'

/** The occasion of the mail: first invitation, reminder, changed address. */
export const OCCASIONS = ['asked', 'reminded', 'moved'] as const
export type Occasion = (typeof OCCASIONS)[number]

interface Facts {
  name: string
  starter_name: string
  starter_team: string
  document: string
  number: string
  note: string
  due: string
  link: string
  /** Only for an external reviewer. */
  accessCode?: string
}

const invitation = (occasion: Occasion) =>
  mailTemplate<Facts>(
    `review.${occasion}`,
    (t, { link, accessCode, note, ...mailFacts }) => {
      const facts = { ...mailFacts, ...senderWords(t, mailFacts) }
      const textOf = (key: MessageKey<'review.invitationMail'>) =>
        t(`review.invitationMail.${key}`, { ...facts, note, code: accessCode ?? '' })
      return {
        subject: textOf(`${occasion}.subject`),
        paragraphs: [
          textOf('hello'),
          textOf(`${occasion}.lead`),
          ...(note ? [textOf('noted')] : []),
          ...(accessCode ? [textOf('access')] : []),
        ],
        button: { words: textOf('open'), link },
        note: textOf('note'),
        footer: t('review.mailFooter', facts),
      }
    },
    ({ person, other, team, document, number }) => ({
      name: other,
      starter_name: person,
      starter_team: team,
      document,
      number,
      note: '',
      due: momentText(fromNow(7 * DAY)),
      link: publicUrl('/review/login/sample'),
      accessCode: 'K7MQ2XRD',
    }),
  )

const invitations = {
  asked: invitation('asked'),
  reminded: invitation('reminded'),
  moved: invitation('moved'),
}

export async function sendInvitation(
  trx: Db,
  turn: Turn,
  occasion: Occasion,
  access: { link: string; accessCode?: string },
) {
  const facts = {
    name: turn.name,
    starter_name: turn.starter_name,
    starter_team: turn.starter_team,
    note: turn.note,
    document: turn.document_name,
    number: turn.document_number,
    due: momentText(turn.due_at),
  }
  const locale = await chosenLocale(trx, turn.email, turn.locale)
  const replyTo = (await findMailbox(trx, turn.starter_id))?.email ?? undefined
  const to = { to: turn.email, locale, replyTo, brand: mailBrand(turn) }
  await invitations[occasion](trx, to, { ...facts, ...access })
}
