import { renderToStaticMarkup } from 'react-dom/server'
import type { Db } from '#src/app/database.ts'
import { type Locale, languageTag, translate } from '#src/core/i18n.ts'
import { EmailLayout } from '#views/email-layout.tsx'
import { sendMailLater } from './mail.ts'

export interface Letter {
  to: string
  locale: Locale
  subject: string
  paragraphs: string[]
  button?: { words: string; link: string }
  /** A one-time code, set large. */
  code?: string
  /** In small type, at the end. */
  note?: string
  /** The plain text, where it is not just the same words with the whole link: some programs show no button. */
  text?: string
  footer?: string
}

/** Promises one of our mails, in our frame, inside the caller's transaction. */
export async function sendLetterLater(trx: Db, letter: Letter) {
  const { to, subject, paragraphs, button, code, note } = letter
  const words = [...paragraphs, button?.link, note].filter((part) => part !== undefined)
  await sendMailLater(trx, {
    ...{ to, subject, code },
    text: letter.text ?? words.join('\n\n'),
    html: `<!doctype html>${renderToStaticMarkup(<Sheet {...letter} />)}`,
    links: button ? [button.link] : [],
  })
}

function Sheet({ locale, paragraphs, button, code, note, footer }: Letter) {
  const t = translate(locale)
  return (
    <EmailLayout
      lang={languageTag(locale)}
      brand={t('common.brand')}
      footer={footer ?? t('common.mail.footer')}
    >
      {paragraphs.map((words) => (
        <p key={words}>{words}</p>
      ))}
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
