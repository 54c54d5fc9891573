/** What XML cannot hold, however it is written: controls, halves of characters, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** A text with only the characters that XML allows. A Word file with one other character does not open. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '')

/** A text as it is written between tags or quotation marks. */
export const escapedXml = (text: string): string =>
  xmlText(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
