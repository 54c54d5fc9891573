/** What follows a number in the library’s English, in the plural and after 1. */
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

/** The English text behind a printed 1: “ days” becomes “ day”. */
export function afterOne(text: string): string {
  const found = NOUNS.find(([plural]) => text.startsWith(plural))
  return found ? found[1] + text.slice(found[0].length) : text
}
