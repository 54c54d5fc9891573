/** A name without spaces, punctuation and case; then its Chinese part and the other one alone. */
function formsOf(name: string): string[] {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s().,·•&\-–]/g, '')
  const others = plain.replace(/\p{Script=Han}/gu, '')
  const chinese = plain.replace(/\P{Script=Han}/gu, '')
  return [plain, chinese, others].filter((form) => form.length > 1)
}

/** From how many characters on a name may be a part of the other one: of a company, never of a person. */
const isLong = (form: string) => form.length >= (/\p{Script=Han}/u.test(form) ? 4 : 8)

const fits = (one: string, other: string) =>
  one === other || (isLong(one) && other.includes(one)) || (isLong(other) && one.includes(other))

/**
 * Whether a payer's name may be one of these names: people and teams have a Chinese and an English name, and
 * a bank writes one of them, or the registered name of the company.
 */
export function mayBePayer(payer: string, names: string[]): boolean {
  const forms = formsOf(payer)
  return names.flatMap(formsOf).some((name) => forms.some((form) => fits(name, form)))
}
