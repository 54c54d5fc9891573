import type { ReactNode } from 'react'
import type { ShownLogo } from './brand/shown-brand.ts'

/**
 * The style sheet of mails, with a light and a dark scheme. It is included, because mails cannot load ours.
 */
export const EMAIL_CSS = `:root{color-scheme:light dark}
body{margin:0;padding:24px 12px;background:#f7f5ef;color:#23211d;font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;overflow-wrap:anywhere}
.paper{max-width:560px;margin:0 auto;padding:24px 28px;background:#fffefb;border:1px solid #e6e2d8;border-radius:6px}
.brand{font-family:Georgia,"Songti SC",serif;font-size:18px;color:#b5301d;margin:0 0 16px}
.logo{display:block;margin:0 0 18px;background:#fff}
.code{font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.3em}
.button{display:inline-block;padding:10px 22px;background:#b5301d;color:#fff!important;text-decoration:none;border-radius:4px}
.tinted td{border-radius:4px}.tinted .button{background:none}
.brand.sender{color:inherit}
a{color:#a12a19}li{margin:0 0 8px}.small{color:#6b675e;font-size:13px}.small a{color:inherit}hr{border:0;border-top:1px solid #e6e2d8;margin:24px 0 12px}
@media(prefers-color-scheme:dark){body{background:#181614;color:#ece7dc}.paper{background:#1f1d1a;border-color:#37332d}
.brand,a{color:#e8705c}.small{color:#aaa497}hr{border-color:#37332d}}`

/** The team for which a mail is sent. */
export interface SenderBrand {
  name: string
  logo: ShownLogo | null
  /** The colour of buttons, dark enough for white text. */
  colour: string | null
}

interface Props {
  /** The BCP 47 tag of the mail's language. */
  lang: string
  title: string
  /** Our own name. */
  ownName: string
  brand?: SenderBrand
  footer: ReactNode
  children: ReactNode
}

export function EmailLayout({ lang, title, ownName: ours, brand, footer: foot, children }: Props) {
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
          dangerouslySetInnerHTML={{ __html: EMAIL_CSS }}
        />
      </head>
      <body>
        <div className="paper">
          {brand ? <Sender {...brand} /> : <p className="brand">{ours}</p>}
          {children}
          <hr />
          <p className="small">{foot}</p>
        </div>
      </body>
    </html>
  )
}

/** Mail programs that load no pictures show the name instead of the logo. */
function Sender({ name, logo }: SenderBrand) {
  return logo ? <img {...logo} alt={name} className="logo" /> : <p className="brand sender">{name}</p>
}

/** `colour`: of the team. It is an attribute, because mails have one style sheet for all teams. */
export function MailButton({ words, link, colour }: { words: string; link: string; colour?: string | null }) {
  const button = (
    <a className="button" href={link}>
      {words}
    </a>
  )
  if (!colour) return <p>{button}</p>
  // React has no type for this attribute, which Outlook reads.
  const cell = { bgcolor: colour }
  return (
    <table role="presentation" className="tinted" cellPadding="0" cellSpacing="0">
      <tbody>
        <tr>
          <td {...cell}>{button}</td>
        </tr>
      </tbody>
    </table>
  )
}
