import { readdirSync, readFileSync } from 'node:fs'
import { AGREEMENT_TYPES, findAgreement } from '#modules/site/agreements.ts'
import type { Db } from '#src/db/db.ts'

/** A sentence in a text for customers, and where it is. */
export interface Sentence {
  place: string
  text: string
}

/** Texts for staff, and those of the editor, which promises nothing. */
const OF_STAFF = ['authoring', 'calendar', 'desk', 'editor', 'jobs', 'publishing']
const STAFF_KEYS = /(^|\.)desk\.|invoiceDesk|\.toStaff|ToSupport/

/** Error messages, and hints that repeat the limit of a field. */
const CORRECTIONS =
  /(^|\.)(problem|error|fault|limit|refused|wrong)\.|(Hint|hint|Wrong|tooLarge|size|tooFar)$/

/** Words for numbers, periods and deletion, and words that exclude exceptions. */
const PROMISING = [
  /\d/,
  /\b(seven|ten|twelve|fifteen|eighteen|twenty|thirty|thirty-one|fifty|sixty|ninety|hundred)\b/i,
  /\b(a|an|one|two|three|five|each|every) (working )?(minute|hour|day|night|week|month|year)s?\b/i,
  /# working day/,
  /\bworking days?\b/i,
  /\b(delet|eras|anonymi|encrypt)\w*/i,
  /\b(never|always|free|for good|at once|take effect immediately|question immediately|of their own immediately|right away)\b/i,
]

/** Words that contain numbers but promise nothing, such as numbers of articles, sections and standards. */
const NAMES = [
  /\{\w+(, number)?\}/g,
  /Articles? [\d()]+((,| to| and) [\d()]+)*/gi,
  /sections? \d[\d, and]*|\(\d\)?/g,
  /SHA-\d+|MD5|TMX [\d.]+|WCAG [\d.]+|UTC\+8|⟦0⟧|of 2025|〔2025〕33/g,
  /free demo/gi,
  /^If (it was not you|you did not expect this|you did not ask for this|you believe that somebody).*/g,
]

const isPromise = (text: string) => {
  const textWithoutNames = NAMES.reduce((rest, name) => rest.replace(name, ''), text)
  return text.split(' ').length > 4 && PROMISING.some((word) => word.test(textWithoutNames))
}

const sentencesOf = (text: string) => text.split(/(?<=[.!?;]|\.”) (?=\S)/)

const of = (place: string, text: string): Sentence[] =>
  sentencesOf(text)
    .filter(isPromise)
    .map((text) => ({ place, text }))

/**
 * Each sentence with a number, a period or a word that excludes exceptions in agreements, FAQ, public pages,
 * mails, text messages and explanations on pages. Another test covers the table of the Privacy Statement.
 */
export async function findPromises(db: Db): Promise<Sentence[]> {
  return [...inAgreements(), ...(await inFaq(db)), ...inLocale()]
}

function inAgreements(): Sentence[] {
  return AGREEMENT_TYPES.flatMap((type) => {
    const { lead, sections } = findAgreement(type)!.texts.en_US
    return [
      ...of(type, lead),
      ...sections.flatMap(({ title, paragraphs }) =>
        paragraphs.flatMap((paragraph) => of(`${type} ${Number.parseInt(title, 10)}`, paragraph)),
      ),
    ]
  })
}

async function inFaq(db: Db): Promise<Sentence[]> {
  const rows = await db.selectFrom('messaging.faq').select('texts').orderBy('position').execute()
  return rows.flatMap(({ texts }) => of('FAQ', texts.en_US!.answer))
}

function inLocale(): Sentence[] {
  return readdirSync('locales/en_US').flatMap((file) => {
    const namespace = file.replace('.json', '')
    if (OF_STAFF.includes(namespace)) return []
    const texts = textsIn(JSON.parse(readFileSync(`locales/en_US/${file}`, 'utf8')), namespace)
    return texts
      .filter(({ place }) => !STAFF_KEYS.test(place) && !CORRECTIONS.test(place))
      .flatMap(({ place, text }) => of(place, text))
  })
}

type Texts = { [key: string]: string | Texts }

function textsIn(texts: Texts, path: string): Sentence[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ place: `${path}.${key}`, text: value }] : textsIn(value, `${path}.${key}`),
  )
}
