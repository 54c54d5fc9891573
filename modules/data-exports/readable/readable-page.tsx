import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Locale, languages, languageTag, translate } from '#src/core/i18n.ts'
import { LanguageContext } from '#views/language.tsx'

/** The pages are opened from a disk, so they include their styles and load nothing. */
const CSS = `
:root {
  color-scheme: light dark;
}
body {
  margin: 0 auto;
  max-width: 70rem;
  padding: 24px 16px 64px;
  background: #f7f5ef;
  color: #23211d;
  font: 16px/1.6 system-ui,"PingFang SC","Microsoft YaHei","Microsoft JhengHei",sans-serif;
  overflow-wrap: anywhere;
}
h1,h2,h3 {
  font-family: Georgia,"Songti SC",serif;
  font-weight: 500;
  line-height: 1.3;
}
h1 {
  font-size: 28px;
}
h2 {
  font-size: 21px;
  margin: 40px 0 12px;
  padding-top: 12px;
  border-top: 1px solid #d9d4c7;
}
h3 {
  font-size: 17px;
  margin: 24px 0 8px;
}
a {
  color: #a12a19;
}
nav ul {
  columns: 16rem;
  column-gap: 32px;
  padding-left: 20px;
}
.small,.brand {
  color: #6b675e;
  font-size: 14px;
}
.brand {
  color: #b5301d;
}
.wide {
  overflow-x: auto;
}
table {
  border-collapse: collapse;
  width: 100%;
  background: #fffefb;
  font-size: 14px;
}
th,td {
  border: 1px solid #e6e2d8;
  padding: 5px 9px;
  text-align: left;
  vertical-align: top;
  min-width: 4.5em;
}
th {
  background: #efebe1;
  font-weight: 600;
  overflow-wrap: normal;
}
dl {
  margin: 0 0 12px;
  padding: 10px 14px;
  background: #fffefb;
  border: 1px solid #e6e2d8;
  border-radius: 4px;
}
dl>div {
  display: grid;
  grid-template-columns: minmax(9rem,14rem) 1fr;
  gap: 4px 16px;
  padding: 2px 0;
}
dt {
  color: #6b675e;
}
dd {
  margin: 0;
  min-width: 0;
}
dl dl {
  margin: 4px 0;
  padding: 4px 10px;
}
pre {
  white-space: pre-wrap;
  font: inherit;
  background: #fffefb;
  border: 1px solid #e6e2d8;
  border-radius: 4px;
  padding: 16px 20px;
  margin: 0 0 16px;
}
time {
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
}
@media(max-width:40rem) {
  dl>div {
    grid-template-columns: 1fr;
    gap: 0;
    padding: 4px 0;
  }
  dt {
    font-size: 14px;
  }
}
@media(prefers-color-scheme:dark) {
  body {
    background: #181614;
    color: #ece7dc;
  }
  table,dl,pre {
    background: #1f1d1a;
  }
  th {
    background: #29261f;
  }
  th,td,dl,pre,h2 {
    border-color: #37332d;
  }
  .small,dt {
    color: #aaa497;
  }
  a,.brand {
    color: #e8705c;
  }
}
@media print {
  body {
    max-width: none;
    background: #fff;
  }
}
`

/** A whole HTML page that can be read without our server. */
export function readablePage(locale: Locale, title: string, content: ReactNode): string {
  const page = (
    <LanguageContext value={languages[locale]}>
      <html lang={languageTag(locale)}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>{title}</title>
          <style
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
            dangerouslySetInnerHTML={{ __html: CSS }}
          />
        </head>
        <body>
          <p className="brand">{translate(locale)('common.brand')}</p>
          <h1>{title}</h1>
          {content}
        </body>
      </html>
    </LanguageContext>
  )
  return `<!doctype html>\n${renderToStaticMarkup(page)}\n`
}
