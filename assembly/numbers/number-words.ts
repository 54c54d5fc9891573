const chineseDigits: Record<string, number> = {}
for (const [digit, characters] of [
  '零〇',
  '一壹',
  '二贰貳两兩',
  '三叁叄參',
  '四肆',
  '五伍',
  '六陆陸',
  '七柒',
  '八捌',
  '九玖',
].entries()) {
  for (const character of characters) chineseDigits[character] = digit
}
const chinesePlaces: Record<string, number> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 }
const chineseSections: Record<string, number> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 }

const numeral = [chineseDigits, chinesePlaces, chineseSections].flatMap(Object.keys).join('')

// If a pattern could begin inside a number, a text of n digits would be tried from each digit: n² steps. So
// a number must not begin directly after another one, and the pattern for the spaces can match in one way
// only.

/** A pattern source for a position that does not follow a number: in 5000元 30日, 元 belongs to 5000. */
export const behindNoNumeral = `(?=\\S)(?<![\\d${numeral}]\\s*)`

const figures = '\\d(?<!\\d,*\\d)[\\d,]*(?:\\.\\d+)?'

/** A pattern source for a number in a Chinese text: 30, 12,000.50, 1.5万, 三十, 壹万贰仟. */
export const chineseNumeral = `(?:${figures}[万萬亿億千百]{0,2}|[${numeral}](?<![${numeral}]{2})[${numeral}]*)`

/** Reads a match of `chineseNumeral`. */
export function readChinese(text: string): number {
  const figures = /^\d[\d,]*(?:\.\d+)?/.exec(text)?.[0]
  if (figures) {
    const units = [...text.slice(figures.length)]
    return units.reduce(
      (value, unit) => value * (chinesePlaces[unit] ?? chineseSections[unit] ?? 1),
      plain(figures),
    )
  }
  const characters = [...text]
  if (characters.every((character) => character in chineseDigits)) {
    return Number(characters.map((character) => chineseDigits[character]).join(''))
  }
  let total = 0
  let section = 0
  let digit = 0
  for (const character of characters) {
    const place = chinesePlaces[character]
    const unit = chineseSections[character]
    if (place) {
      section += (digit || 1) * place
      digit = 0
    } else if (unit) {
      total = (total + section + digit) * unit
      section = digit = 0
    } else digit = chineseDigits[character] ?? 0
  }
  return total + section + digit
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const englishValues: Record<string, number> = {}
for (const [value, name] of ones.split(' ').entries()) englishValues[name] = value
for (const [index, name] of 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').entries()) {
  englishValues[name] = (index + 2) * 10
}
const multipliers: Record<string, number> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 }

const ordinals = new Map([['thirtieth', 30]])
for (const [index, name] of (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
)
  .split(' ')
  .entries())
  ordinals.set(name, index + 1)

const englishWord = `(?:${[...Object.keys(englishValues), ...Object.keys(multipliers)].sort((a, b) => b.length - a.length).join('|')})`
const gap = '(?:\\s+and\\s+|[\\s-]+)'
const inWords = `${englishWord}(?<!\\b${englishWord}${gap}${englishWord})(?:${gap}${englishWord})*`

/**
 * A pattern source for a number in an English text: 30, 12,000.50, 1.5 million, thirty, two hundred and five.
 */
export const englishNumeral = `(?:${figures}(?:\\s+(?:thousand|million|billion))?|${inWords})`

/** Reads a match of `englishNumeral`. */
export function readEnglish(text: string): number {
  let total = 0
  let section = 0
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    if (/^\d/.test(word)) section += plain(word)
    else if (word === 'hundred') section = (section || 1) * 100
    else if (multipliers[word]) {
      total += (section || 1) * multipliers[word]
      section = 0
    } else section += englishValues[word] ?? 0
  }
  return total + section
}

/** A pattern source for 30th and first. */
export const englishOrdinal = `(?:\\d+(?:st|nd|rd|th)|${[...ordinals.keys()].join('|')})`

/** Reads a match of `englishOrdinal`. */
export function readOrdinal(text: string): number {
  return ordinals.get(text.toLowerCase()) ?? Number.parseInt(text, 10)
}

function plain(figures: string): number {
  return Number(figures.replaceAll(',', ''))
}
