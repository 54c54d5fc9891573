/** Characters that XML cannot contain, even escaped: controls, lone surrogates, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Removes characters that XML does not allow, because Word cannot open a file that contains one. */
export const withoutForbiddenXml = (text: string): string => text.replace(FORBIDDEN, '')

/** Escapes a text for use between tags or quotation marks. */
export const escapedXml = (text: string): string =>
  withoutForbiddenXml(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
