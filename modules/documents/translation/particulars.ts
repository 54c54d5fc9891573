import type { Answers, Party } from '#assembly/answers.ts'
import { answerTo, isTextField } from '#assembly/fields.ts'
import { cellOf, isTable } from '#assembly/tables/table.ts'
import type { FieldValue, PersonalDataKind, Template } from '#assembly/template/template.ts'
import { asTwin, attributeSides } from '#assembly/twins.ts'
import { fold } from './folded.ts'
import { holdingOf } from './holding.ts'

type Sides = Record<'zh' | 'en', string>

/** The data that identify the parties, the signatories and other persons of a document. */
export interface Particulars {
  script: 'Hans' | 'Hant'
  /**
   * Names, numbers and addresses in both languages, the longest first; texts are searched for
   * `foldedValue`.
   */
  values: (Sides & { foldedValue: Sides })[]
  /** All pieces of addresses with the length `PIECE_LENGTH`, by which a part of an address is recognised. */
  addressPieces: Set<string>
}

/** The length of a piece, in letters and figures. */
export const PIECE_LENGTH = 6

/** Collects the particulars from the parties, and from the blanks and columns with personal data. */
export function particularsOf(template: Template, answers: Answers): Particulars {
  const { script } = answers.languages
  const blankValues = personalValues(template, answers)
  const addresses = [
    ...answers.parties.map((party) => attributeSides(party, 'address')),
    ...blankValues.filter(({ holding }) => holding === 'address').map(({ value }) => value),
  ]
  const values = [...answers.parties.flatMap(partyValues), ...blankValues.flatMap(sidesOfBlank)]
    .map(({ zh, en }) => ({ zh: zh.trim(), en: en.trim() }))
    .filter(({ zh, en }) => isLong(zh) || isLong(en))
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .map((value) => ({
      ...value,
      foldedValue: { zh: fold(value.zh, script).text, en: fold(value.en, script).text },
    }))
  return { script, values, addressPieces: new Set(addresses.flatMap((one) => piecesOf(one, script))) }
}

const lengthOf = ({ zh, en }: Sides) => Math.max(zh.length, en.length)

/**
 * Whether a text is long enough to be searched for: one Chinese character, or two letters, are too common.
 */
export const isLong = (text: string) => text.length > (/\p{Script=Han}/u.test(text) ? 1 : 2)

const bothSides = (text = '') => ({ zh: text, en: text })

function partyValues(party: Party): Sides[] {
  const { identity, idNumber, phone, email } = party
  const sides = { zh: party.name, en: party.nameEn || party.name }
  const persons = [
    attributeSides(party, 'legalRepresentative'),
    attributeSides(party, 'signerName'),
    ...(identity === 'individual' ? [sides] : []),
  ]
  return [
    sides,
    { zh: shortName(sides.zh), en: shortName(sides.en) },
    ...persons.flatMap((name) => [name, ...reversedNames(name), ...byScript(name)]),
    attributeSides(party, 'address'),
    attributeSides(party, 'bank'),
    ...[idNumber, phone, email].map(bothSides),
  ]
}

/** A company's name without its legal form, as it is used in texts. */
function shortName(name: string): string {
  const words = name.split(/[\s,]/)
  while (words.length && (!words.at(-1) || LATIN_FORMS.test(words.at(-1)!))) words.pop()
  let shortened = words.filter(Boolean).join(' ')
  for (const form of CHINESE_FORMS) if (shortened.endsWith(form)) shortened = shortened.slice(0, -form.length)
  return shortened.replace(/[（(][^（()）]{1,20}[）)]$/, '').trim()
}

const CHINESE_FORMS = ['公司', '有限', '责任', '責任', '股份']
const LATIN_FORMS = /^(?:co|company|ltd|limited|llc|inc|corp|corporation|gmbh|ag|plc|pte)\.?$/i

/** The parts of a name written in both scripts: "陈莲 Chen Lian" is also recognised by either part. */
function byScript(name: Sides): Sides[] {
  const [han, latin] = [/[^\p{Script=Han}·]/gu, /\p{Script=Han}/gu].map((other) =>
    name.zh.replaceAll(other, '').trim(),
  )
  return han && latin ? [bothSides(han), bothSides(latin)] : []
}

/** A name with its words in the other order: "Zhang Wei" is also written "Wei Zhang". */
function reversedNames({ zh, en }: Sides): Sides[] {
  const words = en.trim().split(/\s+/)
  if (words.length < 2 || words.length > 3) return []
  return [
    { zh, en: [...words.slice(1), words[0]].join(' ') },
    { zh, en: [words.at(-1), ...words.slice(0, -1)].join(' ') },
  ]
}

interface PersonalValue {
  holding: PersonalDataKind
  value: Sides
}

function personalValues(template: Template, answers: Answers): PersonalValue[] {
  return template.fields.flatMap((field): PersonalValue[] => {
    const value = answerTo(answers, field.id)
    if (value === undefined) return []
    if (isTextField(field)) return personalValue(holdingOf(template, field), value)
    if (!isTable(value)) return []
    return (field.columns ?? [])
      .filter(({ type }) => type === 'text')
      .flatMap((column) =>
        value.rows.flatMap((row) => personalValue(holdingOf(template, field, column), cellOf(row, column))),
      )
  })
}

function personalValue(
  holding: PersonalDataKind | undefined,
  value: FieldValue | undefined,
): PersonalValue[] {
  return holding && value !== undefined ? [{ holding, value: inBothSides(value) }] : []
}

function inBothSides(value: FieldValue): Sides {
  const { zh, en } = asTwin(value)
  return { zh: zh.trim() ? zh : en, en: en.trim() ? en : zh }
}

/** The values of a blank that may occur in other texts: the whole value, and each name of a list. */
function sidesOfBlank({ holding, value }: PersonalValue): Sides[] {
  if (holding === 'address') return /\d/.test(value.zh + value.en) ? [value] : []
  const [zh, en] = [namesIn(value.zh), namesIn(value.en)]
  const nameSides =
    zh.length === en.length ? zh.map((name, n) => ({ zh: name, en: en[n]! })) : [...zh, ...en].map(bothSides)
  return [value, ...nameSides].filter(({ zh, en }) => !isJobTitle(zh) && !isJobTitle(en))
}

const namesIn = (text: string) =>
  text
    .replaceAll(' and ', ',')
    .split(/[、，,；;：:。\n（）()\t]|(?<=\p{Script=Han})\s(?=\p{Script=Han})/u)
    .map((name) => name.trim())
    .filter(isLong)

/** Whether a text is a job title, not a name: it occurs in many texts and must be translated in them. */
const isJobTitle = (text: string) =>
  /(?:经理|董事|董事长|监事|主管|总监|主任|部门?|职务|负责人|人员|代表)$/.test(text) ||
  /^(?:the |general |managing |deputy )*(?:manager|director|chairperson|chair|supervisor|officer|head|agent)s?$/i.test(
    text,
  )

function piecesOf({ zh, en }: Sides, script: 'Hans' | 'Hant'): string[] {
  return [zh, en].flatMap((address) => {
    const { text } = fold(address, script)
    return Array.from({ length: Math.max(0, text.length - PIECE_LENGTH + 1) }, (_, n) =>
      text.slice(n, n + PIECE_LENGTH),
    )
  })
}
