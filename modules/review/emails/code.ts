import { chosenLocale, findMailbox } from '#modules/accounts/index.ts'
import { mailBrand } from '#modules/brand/index.ts'
import type { Db } from '#src/db/db.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import type { MessageKey } from '#views/language/messages.ts'
import { senderWords } from '#views/values/sender.ts'
import type { Turn } from '../review-step.ts'

interface Facts {
  document: string
  starter_name: string
  starter_team: string
  code: string
}

const codeMail = mailTemplate<Facts>(
  'review.code',
  (t, { code, document, ...sender }) => {
    const facts = { document, ...senderWords(t, sender) }
    const textOf = (key: MessageKey<'review.codeMail'>) => t(`review.codeMail.${key}`, { ...facts, code })
    return {
      subject: textOf('subject'),
      paragraphs: [textOf('lead')],
      code,
      note: textOf('note'),
      text: textOf('text'),
      footer: t('review.mailFooter', facts),
    }
  },
  ({ person, team, document }) => ({
    document,
    starter_name: person,
    starter_team: team,
    code: '482913',
  }),
)

export async function sendReviewCode(trx: Db, turn: Turn, code: string) {
  const { document_name: document, starter_name, starter_team } = turn
  const locale = await chosenLocale(trx, turn.email, turn.locale)
  const replyTo = (await findMailbox(trx, turn.starter_id))?.email ?? undefined
  const to = { to: turn.email, locale, replyTo, brand: mailBrand(turn) }
  await codeMail(trx, to, { document, starter_name, starter_team, code })
}
