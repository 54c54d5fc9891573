/**
 * The messages of template faults in English, by code; pages use the locale keys under `publishing.fault`.
 */
export const FAULTS = {
  syntax: 'YAML cannot be read at line {line}, column {column}. The reader says:',
  syntaxColon: 'a text with a colon and a space must be in quotation marks: "like: this"',
  syntaxQuote: 'a text that begins with this character must be in quotation marks',
  syntaxOpen: 'a quotation mark, a bracket or a colon is missing before this place',
  syntaxIndent: 'the line is not aligned with the lines it belongs to, or a bracket before it is open',
  syntaxTab: 'a line begins with a tab; use spaces',
  syntaxTwice: 'the same key is written twice',
  syntaxBracket: 'a text with brackets, braces, a comma or # must be in quotation marks here',
  unknownKey: 'unknown key "{name}"',
  missing: '"{name}" is missing',
  notOneOf: '"{name}" must be one of {allowed}, not {given}',
  unknownForm: '"{name}" is written in an unknown form',
  wrongShape: '"{name}" must be {expected}, not {received}',
  empty: '"{name}" is empty',
  badId: '"{name}" may contain only lower-case letters, digits and single hyphens',
  notWhole: '"{name}" must be a whole number',
  belowOne: '"{name}" must be at least 1',
  aboveTen: '"{name}" must be at most 10',
  badCurrency: '"{name}" is not an ISO 4217 code',
  badTotal: '"{name}" must be table.column',
  badParty: '"{name}" must be one of a to j, any, every or it',
  badKey: '"{name}" must be one of a to j',
  noClauses: '"{name}" has no clause',
  overTenParties: '"{name}" lists more than ten parties',

  idTaken: 'the id "{id}" is already taken',
  idReserved: 'the id "{id}" is reserved',
  wasStands: '"was" names "{id}", which is still in the template',
  wasTwice: '"was" names "{id}" twice',
  keyOutOfOrder: 'the key must be "{expected}", not "{key}"',
  upToTooLow: '"upTo" must be more than the number of parties listed',
  noAttribute: 'there is no attribute "{at}"',
  noPlace: 'there is no field or clause "{at}"',
  fallbackTwice: 'another text of the clause is already fallback {number}',
  fallbackGap: 'no text of the clause is fallback {number}; the numbers run from 1 without a gap',
  fallbackAlone: 'every text of the clause is a fallback; the first choice must have no number',
  fixedMayGo: 'a fixed clause needs "droppable: false" and cannot have alternatives',

  marksInPlain: 'this text may not contain marks or braces',
  prevailingMarks: '"prevailing" must contain {prevailing}, unless "prevails" says which, and no other mark',
  spaceInChinese: 'there is a space or line break between Chinese characters',
  notMark: '"{mark}" is not a mark; write {{ or }} for a brace',
  tableInSentence: '"{id}" is a table, which cannot be in a sentence; write "table: {id}" on the clause',
  referenceNowhere: 'the reference to "{id}" does not exist',
  referenceToRecital: '"{id}" is a recital and has no number to refer to',
  referenceToUnnumbered: '"{id}" is unnumbered and has no number to refer to',
  partyMayBeAbsent:
    'party "{key}" may be absent: the clause needs a condition "parties: { atLeast: {count} }"',
  sideLacks: 'this side lacks {marks}, which another side names',

  noField: 'there is no field "{id}"',
  noClause: 'there is no clause "{id}"',
  noAlternative: 'the clause "{clause}" has no alternative "{id}"',
  noParty: 'there is no party "{key}"',
  neverSoMany: 'there can never be {count} parties',
  asksItsClause: 'the condition of the item "{id}" refers to the clause it belongs to',
  isTrueOrFalse: '"{id}" can only be true or false',
  notADate: '"{id}" is a {type} field; an age is calculated on a date',
  noDate: 'there is no date field, date column or earlier key date "{id}"',
  noDayIn: '"{id}" is a {type} field; a key date needs a date',
  noPeriodIn: '"{id}" is a {type} field; a key date is moved by a period',
  notDays: '"{name}" must be a number of days from 0 to 365',
  notAskedByIs: '"{id}" is a {type} field; "is" works only with choices and booleans',
  noOption: '"{id}" has no option "{option}"',
  idleField: 'the field "{id}" is used by no text or condition',
  circleThroughNot: 'the condition of "{id}" is circular through "not"',
  circleOfUndroppable: '"{id}" may not be dropped, so its condition may not be circular',

  fieldHasNo: 'a {type} field cannot have "{key}"',
  fieldNeeds: 'a {type} field needs "{key}", at least {count}',
  computedBasis:
    '"taxOn" must name an amount that is filled in, "rate" a number, and "includedIf" an option of a choice',
  computedAsked: 'no one fills in a computed field, so it cannot have "{key}"',
  boundsByUnit: 'only a period can have limits by unit',
  minAboveMax: '"min" is above "max"',
  defaultWrongType: 'the default is not a valid value for a {type} field',
  defaultWholeNumber: 'the default must be a whole number',
  defaultTooSmall: 'the default is below "min"',
  defaultTooLarge: 'the default is above "max"',
  defaultTooLong: 'the default is longer than "max"',
  defaultNoSuchDay: 'the default is not a day written as yyyy-MM-dd',
  defaultUnknownOption: 'the default is not the id of an option',
  defaultUnknownCurrency: 'the default has a currency that is not in "currencies"',
  defaultTooManyRows: 'the default has too many rows',
  defaultUnknownUnit: 'the default has a unit that is not in "units"',

  noColumns: 'a table needs "columns"',
  maxColumns: 'a table has at most {max} columns',
  maxRows: 'a table has at most {max} rows',
  leastAboveMost: '"least" is above "most"',
  moneyNeedsCurrencies: 'a table with a money column needs "currencies", at least 1',
  currenciesWithoutMoney: 'a table without a money column cannot have "currencies"',
  totalOfWords: '"{id}" is a {type} column; only numbers and money can have a total',
  totalInFirst: '"{id}" is the first column, which contains the word for the total',
  productOfWords: '"{id}" is a {type} column; only numbers and money can be products',
  productFilledIn: '"{id}" is a product: no one fills it in, so it cannot have "required", "min" or "max"',
  noFactor: '"{id}" multiplies "{factor}", but there is no such column',
  wrongFactor: '"{id}" multiplies "{factor}", which is not a number or amount that is filled in',
  sumTimesNumber: '"{id}" must be an amount times a number',
  numberTimesNumber: '"{id}" must be a number times a number',
  noSuchCell: '"{id}" is not a column that is filled in',
  wrongCell: 'this is not a valid value for the column "{id}"',
  notTable: '"{id}" is a {type} field, not a table',
  tableWithItems: 'a table must be below a clause without items',
  tableTaken: 'the table "{id}" is already below another clause',
  tableCompared: '"{id}" is a table; compare { total: {id}.column }',
  noDates: '"{column}" is not a column of dates',
  noFigures: '"{column}" is not a column of figures',

  tooManyCharacters: '{count} characters, at most {max}',
  tooManyMarks: '{count} marks, at most {max}',

  numberGap: 'gap in the numbering',
  twoStops: 'two punctuation marks in a row ({side})',
  programWord: 'a mark or a word of the program is printed ({side})',
  emptyBrackets: 'empty brackets or quotation marks ({side})',
  gap: 'a missing piece of text ({side})',
  twoArticles: 'two articles in a row ({side})',
  unprintable: 'cannot be printed: {characters}',
  open: 'This stays open even when everything is filled in: {problem}',
  openRule: 'The sample answers break the rule "{rule}"',
  openMismatch: 'The two languages may differ',
  openStale: 'A text in one language has not yet been checked against the other',
} as const

export type FaultCode = keyof typeof FAULTS

/** The values for the placeholders. */
export type Values = Record<string, string | number>

export interface Fault {
  code: FaultCode
  values?: Values
}

/** The shapes that the fault `wrongShape` names; any other value is shown literally, as in YAML. */
export const SHAPES = {
  mapping: 'a mapping',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  nothing: 'nothing',
} as const

/** Whether this value of the fault is a key of `SHAPES`. */
export const isShape = ({ code }: Fault, name: string, value: unknown): value is keyof typeof SHAPES =>
  code === 'wrongShape' && name !== 'name' && Object.hasOwn(SHAPES, String(value))

/** The choices with which a template prints wrongly; pages use the locale keys under `publishing.choice`. */
export const CHOICES = {
  taken: '{id}: {way}',
  dropped: '{id}: dropped',
  filled: '{id}: filled',
  empty: '{id}: empty',
  rows: '{id}: {rows} rows',
  listed: 'parties: as listed',
  all: 'parties: all',
  place: 'place of {key}: {way}',
  identity: 'identity of {key}: {way}',
} as const

export interface Choice {
  code: keyof typeof CHOICES
  values?: Values
}

/** The message in English. */
export function faultWords(fault: Fault): string {
  const values = Object.entries(fault.values ?? {}).map(([name, value]) => [
    name,
    isShape(fault, name, value) ? SHAPES[value] : value,
  ])
  return inserted(FAULTS[fault.code], Object.fromEntries(values))
}

/** The message in English. */
export const choiceWords = ({ code, values = {} }: Choice): string => inserted(CHOICES[code], values)

const inserted = (words: string, values: Values) =>
  words.replace(/\{(\w+)\}/g, (blank, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : blank,
  )
