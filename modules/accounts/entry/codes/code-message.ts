import { AppError } from '#src/core/errors.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { lastWasRefused, wasHandedOver } from '#src/mail/mail.ts'
import { mailTemplate } from '#src/mail/mail-template.tsx'
import { sendSmsLater } from '#src/mail/sms.ts'
import { accountAt } from '../../account.ts'
import type { CodePurpose } from '../../schema.ts'
import { type CodeRequest, newVerificationCode } from './verification-code.ts'

/** Purposes for which only the owner of an account needs a code. */
const FOR_ACCOUNTS: ReadonlySet<CodePurpose> = new Set(['login', 'password'])

/**
 * Creates a code and enqueues its message, in one transaction. The requester learns nothing about the
 * address: a message goes to an unknown address too, and says that there is no account. Throws
 * PUSH_EMAIL_FAIL or PUSH_SMS_FAIL if this message or the previous one could not be delivered.
 */
export async function sendVerificationCode(db: Db, request: CodeRequest, locale: Locale) {
  const { address, purpose } = request
  const isEmail = address.includes('@')
  if (await lastWasRefused(db, address)) throw notReached(address)
  await db.transaction().execute(async (trx) => {
    const code = await newVerificationCode(trx, request)
    const account = await accountAt(trx, address)
    const mailLocale = account?.locale ?? locale
    // An SMS service sends one fixed sentence, the same for all recipients.
    if (!isEmail)
      return sendSmsLater(trx, address, translate(mailLocale)('accounts.codeMail.text', { code }), code)
    const sendCode = !account && FOR_ACCOUNTS.has(purpose) ? sendNoAccountLater : sendCodeLater
    await sendCode(trx, { to: address, locale: mailLocale }, { code })
  })
  if ((await wasHandedOver(db, address)) === false) throw notReached(address)
}

const notReached = (address: string) =>
  new AppError(address.includes('@') ? 'PUSH_EMAIL_FAIL' : 'PUSH_SMS_FAIL')

const codeMail = (words: 'codeMail' | 'noAccountMail') =>
  mailTemplate<{ code: string }>(
    `accounts.${words}`,
    (t, { code }) => ({
      code,
      subject: t(`accounts.${words}.subject`),
      text: t(`accounts.${words}.text`, { code }),
      paragraphs: [t(`accounts.${words}.lead`)],
      note: t(`accounts.${words}.note`),
    }),
    () => ({ code: '482913' }),
  )

const sendCodeLater = codeMail('codeMail')
const sendNoAccountLater = codeMail('noAccountMail')
