import { listAt, setAt, setInline, textAt, valueAt } from '../source.ts'
import {
  numberOf,
  type PartForm,
  readTwin,
  readWords,
  type Values,
  wordsOf,
  writeTwin,
  writeWords,
} from './values.ts'

export const LANGUAGES = ['zh-Hans', 'zh-Hant', 'en'] as const
const TWIN_KEYS = ['title', 'self', 'prevailing'] as const
const PAGE_TEXT_KEYS = ['purpose', 'notFor', 'signingNote'] as const
const PLAIN_KEYS = ['category', 'type', 'feeCategory', 'form', 'prevails', 'needs', 'law'] as const

/** The facts that describe the template as a whole. */
export const generalForm: PartForm = {
  read: (data) => {
    const values: Values = {
      code: textAt(data, ['code']),
      version: textAt(data, ['version']),
      minutes: textAt(data, ['minutes']),
      tags: listAt(data, ['tags']).map(String).join(', '),
      review: listAt(data, ['review']).map(String).join('\n'),
      eSign: String(valueAt(data, ['eSign']) ?? 'true'),
    }
    for (const name of TWIN_KEYS) Object.assign(values, readTwin(data, [name], name))
    for (const name of PAGE_TEXT_KEYS) Object.assign(values, readWords(data, [name], name))
    for (const name of PLAIN_KEYS) values[name] = textAt(data, [name])
    for (const one of LANGUAGES)
      if (listAt(data, ['languages']).includes(one)) values[`languages.${one}`] = 'yes'
    return values
  },

  write(source, _, values) {
    setAt(source, ['code'], values.code?.trim().toLowerCase())
    setAt(source, ['version'], numberOf(values.version))
    setAt(source, ['minutes'], numberOf(values.minutes))
    setInline(source, ['tags'], wordsOf(values.tags))
    if (!wordsOf(values.tags).length) setNoTags(source)
    setAt(source, ['eSign'], values.eSign === 'licensed' ? 'licensed' : values.eSign === 'true')
    for (const name of TWIN_KEYS) writeTwin(source, [name], values, name)
    for (const name of PAGE_TEXT_KEYS) writeWords(source, [name], values, name)
    for (const name of PLAIN_KEYS) setAt(source, [name], values[name]?.trim())
    setInline(
      source,
      ['languages'],
      LANGUAGES.filter((one) => values[`languages.${one}`] === 'yes'),
    )
    const review = (values.review ?? '').split('\n').map((one) => one.trim())
    setAt(source, ['review'], review.filter(Boolean))
  },
}

/** A template without tags keeps an empty list of tags. */
function setNoTags({ document }: Parameters<PartForm['write']>[0]) {
  document.set('tags', document.createNode([], { flow: true }))
}
