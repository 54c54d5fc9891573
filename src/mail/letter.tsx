import { renderToStaticMarkup } from 'react-dom/server'
import { type Locale, languageTag, type Translate, translate } from '#src/core/i18n.ts'
import type { Db } from '#src/db/db.ts'
import { EmailLayout } from '#views/email-layout.tsx'
import { type Message, sendMailLater } from './mail.ts'
import { SAMPLES, type Sample } from './samples.ts'

/** What one of our mails says. */
export interface Letter {
  subject: string
  paragraphs: string[]
  button?: Linked
  /** A one-time code, set large. */
  code?: string
  /** In small type, at the end. */
  note?: string
  /**
   * The plain text, where it is not just the same words with the whole link: some programs show no button.
   */
  text?: string
  footer?: string
  /** What the words lead to, one after the other. */
  items?: Linked[]
  /** After the footer: how to have no more of these, say. */
  footerLink?: Linked
  /** That link ends the letters of this kind by one click of a mail program too. */
  leavable?: boolean
}

interface Linked {
  words: string
  link: string
}

type Rendered = Omit<Message, 'to'>

/**
 * Every mail the product can send, as it reads for the sample. Filled by `letter()` when the modules load.
 */
const letters = new Map<string, (locale: Locale) => Rendered>()

/**
 * Declares a mail by what it says of its facts, and by a sample of them, by which it is looked at under
 * /dev/mail. The answer promises it to one mailbox, inside the caller's transaction.
 */
export function letter<T>(
  name: string,
  says: (t: Translate, facts: T) => Letter,
  sample: (sample: Sample, t: Translate) => T,
) {
  const render = (locale: Locale, facts: T) => rendered(locale, says(translate(locale), facts))
  letters.set(name, (locale) => render(locale, sample(SAMPLES[locale], translate(locale))))
  return (trx: Db, { to, locale }: { to: string; locale: Locale }, facts: T) =>
    sendMailLater(trx, { to, ...render(locale, facts) })
}

export const letterNames = () => [...letters.keys()].sort()

/** Undefined for a name that no mail has. */
export const sampleLetter = (name: string, locale: Locale): Rendered | undefined =>
  letters.get(name)?.(locale)

function rendered(locale: Locale, letter: Letter): Rendered {
  const { subject, paragraphs, items = [], button, code, note, footerLink } = letter
  const footer = letter.footer ?? translate(locale)('common.mail.footer')
  const listed = items.map(({ words, link }) => `${words}\n${link}`)
  const words = [...paragraphs, ...listed, button?.link, note].filter((part) => part !== undefined)
  const foot = [footer, footerLink && `${footerLink.words} ${footerLink.link}`].filter(Boolean)
  return {
    subject,
    code,
    text: `${letter.text ?? words.join('\n\n')}\n\n-- \n${foot.join('\n')}`,
    html: `<!doctype html>${renderToStaticMarkup(<Sheet {...letter} locale={locale} footer={footer} />)}`,
    leaveLink: letter.leavable ? footerLink?.link : undefined,
    links: [button, ...items, footerLink].flatMap((one) => one?.link ?? []),
  }
}

function Sheet({
  locale,
  subject,
  paragraphs,
  items,
  button,
  code,
  note,
  footer,
  footerLink,
}: Letter & { locale: Locale; footer: string }) {
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
    <EmailLayout lang={languageTag(locale)} title={subject} brand={t('common.brand')} foot={foot}>
      {paragraphs.map((words) => (
        <p key={words}>{words}</p>
      ))}
      {items && (
        <ul>
          {items.map(({ words, link }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and two may read the same
            <li key={index}>
              <a href={link}>{words}</a>
            </li>
          ))}
        </ul>
      )}
      {code && <p className="code">{code}</p>}
      {button && (
        <p>
          <a className="button" href={button.link}>
            {button.words}
          </a>
        </p>
      )}
      {note && <p className="small">{note}</p>}
    </EmailLayout>
  )
}
