import { chosenLocale } from '#modules/accounts/index.ts'
import { mailBrand } from '#modules/brand/index.ts'
import type { Db } from '#src/db/db.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { senderWords } from '#views/values/sender.ts'
import type { ProviderName } from '../providers/provider-name.ts'
import { findTurn } from '../signing-step.ts'
import { sendSignatorySms } from './sms.ts'

interface AnswerFacts {
  document: string
  number: string
  starter_name: string
  starter_team: string
  question: string
  answer: string
}

const sendAnswer = mailTemplate<AnswerFacts>(
  'signing.answer',
  (t, { question, answer, ...otherFacts }) => {
    const facts = { ...otherFacts, ...senderWords(t, otherFacts) }
    return {
      subject: t('signing.answerMail.subject', facts),
      paragraphs: [
        t('signing.answerMail.lead', facts),
        t('signing.answerMail.question', { question }),
        t('signing.answerMail.answer', { answer }),
      ],
      note: t('signing.answerMail.note'),
      footer: t('signing.mailFooter', facts),
    }
  },
  ({ document, number, person, team, reason }) => ({
    document,
    number,
    starter_name: person,
    starter_team: team,
    question: reason,
    answer: reason,
  }),
)

interface Answer {
  question: string
  answer: string
  newLink: NewLink
}

/** Makes a link for the signatory whose turn it is. */
export type NewLink = (trx: Db, turn: { id: string; provider: ProviderName }) => Promise<string>

/** Mails the sender's answer to the signatory who asked, or sends a link to the answer by SMS. */
export async function mailAnswer(trx: Db, signatoryId: string, { question, answer, newLink }: Answer) {
  const turn = await findTurn(trx, signatoryId)
  if (!turn.email) {
    const link = await newLink(trx, turn)
    return sendSignatorySms(trx, turn, { kind: 'answered', link })
  }
  const locale = await chosenLocale(trx, turn.email, turn.locale)
  await sendAnswer(
    trx,
    { to: turn.email, locale, brand: mailBrand(turn) },
    {
      document: turn.document_name,
      number: turn.document_number,
      starter_name: turn.starter_name,
      starter_team: turn.starter_team,
      question,
      answer,
    },
  )
}
