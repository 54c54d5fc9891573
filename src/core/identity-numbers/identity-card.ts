/**
 * Weights of the first seventeen digits, and the check character for each remainder (source: GB 11643-1999,
 * section 3.4).
 */
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/** Whether the number of a resident identity card has a valid form and check digit. */
export function isIdentityCard(text: string): boolean {
  if (!/^\d{17}[\dX]$/.test(text)) return false
  const sum = WEIGHTS.reduce((sumSoFar, weight, index) => sumSoFar + weight * Number(text[index]), 0)
  return text[17] === CHECK_CHARACTERS[sum % 11]
}

/** The day of birth in the number of a resident identity card; null for an invalid number. */
export function bornOn(text: string): string | null {
  if (!isIdentityCard(text)) return null
  const [year, month, day] = [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)]
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`)
  const isReal = Number(year) >= 1900 && !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day)
  return isReal ? `${year}-${month}-${day}` : null
}
