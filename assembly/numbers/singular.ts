/** The library's English words after a number, in the plural and in the singular. */
const NOUNS: [string, string][] = [
  [' months’', ' month’s'],
  [' months', ' month'],
  [' hours', ' hour'],
  [' days', ' day'],
  [' years', ' year'],
  [' directors', ' director'],
  [' parking spaces', ' parking space'],
  [' square metres', ' square metre'],
  [' percentage points', ' percentage point'],
  [' fixed-term labour contracts', ' fixed-term labour contract'],
]

/** The English text after a printed 1: “ days” becomes “ day”. */
export function afterOne(text: string): string {
  const noun = NOUNS.find(([plural]) => text.startsWith(plural))
  return noun ? noun[1] + text.slice(noun[0].length) : text
}
