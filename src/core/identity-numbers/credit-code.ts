/** 31 characters: no I, O, S, V or Z (source: GB 32100-2015, table 1). */
const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Whether a unified social credit code has a valid form and check digit (GB 32100-2015, section 5.6). */
export function isCreditCode(text: string): boolean {
  if (text.length !== 18) return false
  const digits = [...text].map((character) => ALPHABET.indexOf(character))
  if (digits.some((digit) => digit < 0)) return false
  let sum = 0
  let weight = 1
  for (const digit of digits.slice(0, 17)) {
    sum += digit * weight
    weight = (weight * 3) % 31
  }
  return digits[17] === (31 - (sum % 31)) % 31
}
