/** Three forms of a name: without spaces, punctuation and case; its Chinese part; and the rest. */
function formsOf(name: string): string[] {
  const plainName = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s().,·•&\-–]/g, '')
  const others = plainName.replace(/\p{Script=Han}/gu, '')
  const chinese = plainName.replace(/\P{Script=Han}/gu, '')
  return [plainName, chinese, others].filter((form) => form.length > 1)
}

/**
 * Whether a name is long enough to be compared with a part of another name, as names of companies are. Names
 * of people are not.
 */
const isLong = (form: string) => form.length >= (/\p{Script=Han}/u.test(form) ? 4 : 8)

const isMatch = (one: string, other: string) =>
  one === other || (isLong(one) && other.includes(one)) || (isLong(other) && one.includes(other))

/**
 * Whether a payer may have one of these names: people and teams have a Chinese and an English name, and a
 * bank writes one of them, or the registered name of the company.
 */
export function mayBePayer(payer: string, names: string[]): boolean {
  const forms = formsOf(payer)
  return names.flatMap(formsOf).some((name) => forms.some((form) => isMatch(name, form)))
}
