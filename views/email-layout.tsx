import type { ReactNode } from 'react'

/** Mail programs know no stylesheet of ours: a small one travels inside. */
const CSS = `body{margin:0;background:#f7f5ef;color:#23211d;font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif}
.paper{max-width:560px;margin:24px auto;padding:28px 32px;background:#fffefb;border:1px solid #e6e2d8;border-radius:6px}
.brand{font-family:Georgia,"Songti SC",serif;font-size:18px;color:#b5301d;margin:0 0 16px}
.code{font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.3em}
.button{display:inline-block;padding:10px 22px;background:#b5301d;color:#fff!important;text-decoration:none;border-radius:4px}
.small{color:#6b675e;font-size:13px}hr{border:0;border-top:1px solid #e6e2d8;margin:24px 0 12px}`

interface Props {
  /** BCP 47, of the words inside. */
  lang: string
  brand: string
  footer: string
  children: ReactNode
}

export function EmailLayout({ lang, brand, footer, children }: Props) {
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <style
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
          dangerouslySetInnerHTML={{ __html: CSS }}
        />
      </head>
      <body>
        <div className="paper">
          <p className="brand">{brand}</p>
          {children}
          <hr />
          <p className="small">{footer}</p>
        </div>
      </body>
    </html>
  )
}
