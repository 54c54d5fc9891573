import { renderToStaticMarkup } from 'react-dom/server'
import { type Locale, languageTag, type Translate, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { EmailLayout, MailButton, type SenderBrand } from '#views/email-layout.tsx'
import { type Message, sendMailLater } from './mail.ts'
import { SAMPLES, type Sample } from './samples.ts'

/** Content of a mail. */
export interface MailContent {
  subject: string
  paragraphs: string[]
  button?: Linked
  /** A one-time code, printed large. */
  code?: string
  /** A note in small type at the end. */
  note?: string
  /**
   * The plain text, if it differs from the content with full links, because some mail programs show no
   * button.
   */
  text?: string
  footer?: string
  /** Linked lines, one after the other. */
  items?: Linked[]
  /** A link after the footer, for example to unsubscribe from such mails. */
  footerLink?: Linked
  /** Whether the footer link unsubscribes from mails of this kind, also by one click in a mail program. */
  canUnsubscribe?: boolean
  /** Whether the mail is sent to many people, so that it has a lower priority than all others. */
  bulk?: boolean
}

interface Linked {
  words: string
  link: string
}

export type { SenderBrand } from '#views/email-layout.tsx'

export type RenderedMail = Omit<Message, 'to'>

/**
 * Every mail of the product, rendered with sample data; `mailTemplate()` adds them when the modules are
 * loaded.
 */
const templates = new Map<string, (locale: Locale) => RenderedMail>()

/**
 * Declares a mail: its content as a function of its data, and sample data for /dev/mail. The returned
 * function enqueues the mail to one mailbox within the caller's transaction; the `render` of the function
 * only returns the mail.
 */
export function mailTemplate<T>(
  name: string,
  contentOf: (t: Translate, facts: T) => MailContent,
  sample: (sample: Sample, t: Translate) => T,
) {
  const render = (locale: Locale, facts: T, brand?: SenderBrand) =>
    rendered(locale, contentOf(translate(locale), facts), brand)
  templates.set(name, (locale) => render(locale, sample(SAMPLES[locale], translate(locale))))
  const send = (trx: Db, { to, locale, replyTo, brand }: MailRecipient, facts: T) =>
    sendMailLater(trx, { to, replyTo, ...render(locale, facts, brand) })
  return Object.assign(send, { render })
}

interface MailRecipient {
  to: string
  locale: Locale
  /** The recipient of replies; by default our service mailbox. */
  replyTo?: string
  /** The brand of the team for which the mail is sent; ours by default. */
  brand?: SenderBrand
}

export const mailNames = () => [...templates.keys()].sort()

/** A mail with sample data; undefined for an unknown name. */
export const sampleMail = (name: string, locale: Locale): RenderedMail | undefined =>
  templates.get(name)?.(locale)

function rendered(locale: Locale, content: MailContent, brand?: SenderBrand): RenderedMail {
  const { subject, paragraphs, items = [], button, code, note, footerLink } = content
  const t = translate(locale)
  const ownFooter = content.footer ?? t('common.mail.footer')
  const footer = brand
    ? [t('common.mail.sentWith'), ownFooter].join(locale === 'en_US' ? ' ' : '')
    : ownFooter
  const itemLines = items.map(({ words, link }) => `${words}\n${link}`)
  const textParts = [...paragraphs, ...itemLines, button?.link, note].filter((part) => part !== undefined)
  const footerLines = [footer, footerLink && `${footerLink.words} ${footerLink.link}`].filter(Boolean)
  return {
    subject,
    code,
    bulk: content.bulk,
    text: `${content.text ?? textParts.join('\n\n')}\n\n-- \n${footerLines.join('\n')}`,
    html: `<!doctype html>${renderToStaticMarkup(<MailBody {...content} locale={locale} footer={footer} brand={brand} />)}`,
    unsubscribeLink: content.canUnsubscribe ? footerLink?.link : undefined,
    links: [button, ...items, footerLink].flatMap((one) => one?.link ?? []),
  }
}

function MailBody({
  locale,
  subject,
  paragraphs,
  items,
  button,
  code,
  note,
  footer,
  footerLink,
  brand,
}: MailContent & { locale: Locale; footer: string; brand?: SenderBrand }) {
  const t = translate(locale)
  const foot = (
    <>
      {footer}
      {footerLink && (
        <>
          {' '}
          <a href={footerLink.link}>{footerLink.words}</a>
        </>
      )}
    </>
  )
  return (
    <EmailLayout
      lang={languageTag(locale)}
      title={subject}
      ownName={t('common.brand')}
      brand={brand}
      footer={foot}
    >
      {paragraphs.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {items && (
        <ul>
          {items.map(({ words, link }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and two may have the same text
            <li key={index}>
              <a href={link}>{words}</a>
            </li>
          ))}
        </ul>
      )}
      {code && <p className="code">{code}</p>}
      {button && <MailButton {...button} colour={brand?.colour} />}
      {note && <p className="small">{note}</p>}
    </EmailLayout>
  )
}
