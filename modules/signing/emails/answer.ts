import { chosenLocale } from '#modules/accounts/index.ts'
import type { Db } from '#src/db/db.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { findTurn } from '../signing-step.ts'

interface Facts {
  document: string
  number: string
  starter: string
  team: string
  question: string
  answer: string
}

const sendAnswer = mailTemplate<Facts>(
  'signing.answer',
  (t, { question, answer, ...facts }) => ({
    subject: t('signing.answerMail.subject', facts),
    paragraphs: [
      t('signing.answerMail.lead', facts),
      t('signing.answerMail.question', { question }),
      t('signing.answerMail.answer', { answer }),
    ],
    note: t('signing.answerMail.note'),
    footer: t('signing.mailFooter', facts),
  }),
  ({ document, number, person, team, reason }) => ({
    document,
    number,
    starter: person,
    team,
    question: reason,
    answer: reason,
  }),
)

/** Mails the sender's answer to the signatory who asked. */
export async function mailAnswer(
  trx: Db,
  signatoryId: string,
  { question, answer }: { question: string; answer: string },
) {
  const turn = await findTurn(trx, signatoryId)
  const locale = await chosenLocale(trx, turn.email, turn.locale)
  await sendAnswer(
    trx,
    { to: turn.email, locale },
    {
      document: turn.document_name,
      number: turn.document_number,
      starter: turn.starter_name,
      team: turn.starter_team,
      question,
      answer,
    },
  )
}
