import { Converter } from 'opencc-js/cn2t'
import type { Template } from '#assembly/template/template.ts'

// Documents change script only, so that 合同 and 法定代表人 stay the terms of PRC law; interface texts use Taiwan's
// wording.
const document = onFirstUse(() => Converter({ from: 'cn', to: 'tw' }))
const interfaceScript = onFirstUse(() => Converter({ from: 'cn', to: 'twp' }))

/** Kept whole: in 境內地點 the characters 內地 are no word. */
const TAIWANESE = new Map([
  ['內地', '大陸'],
  ['質量', '品質'],
])

/** Mainland words that OpenCC leaves unchanged; names of laws are kept. */
const interfaceWords = (text: string) =>
  interfaceScript(text).replace(/《[^《》]*》|(?<!境)內地|質量/g, (words) => TAIWANESE.get(words) ?? words)

/** 「 and 『, as Taiwan and Hong Kong quote; a ’ alone is an apostrophe. */
const quoted = (text: string) =>
  text
    .replaceAll('“', '「')
    .replaceAll('”', '」')
    .replace(/‘([^‘’]*)’/g, '『$1』')

/** The dictionaries take half a second to load, so they are loaded on first use. */
function onFirstUse(make: () => (text: string) => string) {
  let made: ((text: string) => string) | null = null
  return (text: string) => {
    made ??= make()
    return made(text)
  }
}

/** The template with every missing `hant` and `zh_TW` derived; texts that the template gives are kept. */
export function deriveTraditional(template: Template): Template {
  return withTraditional(template) as Template
}

/** Contract wording in traditional script, with the terms of PRC law. */
export function traditionalText(text: string): string {
  // OpenCC takes 系 for a system; in 均系, 系指 and similar words it is the verb 係.
  return quoted(document(text)).replace(/(均|確|實|純)系|(?<![體科院派])系(指|由|為)/g, '$1係$2')
}

function withTraditional(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTraditional)
  if (typeof value !== 'object' || value === null) return value
  if ('zh' in value && 'en' in value) return { hant: traditionalText(String(value.zh)), ...value }
  if ('zh_CN' in value) return { zh_TW: quoted(interfaceWords(String(value.zh_CN))), ...value }
  return Object.fromEntries(
    // A field's default is an answer, not a text of the template.
    Object.entries(value).map(([key, entry]) => [key, key === 'default' ? entry : withTraditional(entry)]),
  )
}
