/** A text without passwords in addresses, email addresses, long numbers and tokens. */
export const withoutSecrets = (text: string): string =>
  text
    .replace(/\/\/[^/\s@]+@/g, '//…@')
    .replace(/(?<![\w.%+-])[\w.%+-]+@([\w-]+\.[\w.-]+)/g, '…@$1')
    .replace(/\+?\d{8,}/g, '…')
    .replace(/[\w-]{32,}/g, '…')

/** A quotation after one of these words is a name of ours, not personal data. */
const NAMING_WORDS = new Set([
  'relation',
  'column',
  'constraint',
  'table',
  'function',
  'reading',
  'setting',
  'type',
])

/** The first line of an error's message, without quotations. */
export function withoutValues(message: string): string {
  const [line = ''] = message.slice(0, 2000).split('\n')
  const unquoted = line.replace(/(\w{1,20} )?(?:"[^"]*"|'[^']*')/g, (match, word: string | undefined) =>
    word && NAMING_WORDS.has(word.trim()) ? match : `${word ?? ''}"…"`,
  )
  return withoutSecrets(unquoted).slice(0, 300)
}
