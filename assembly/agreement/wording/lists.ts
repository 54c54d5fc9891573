import type { Sides } from '../../tree.ts'
import type { Finding } from '../finding.ts'
import { readableText } from '../side-text.ts'

/** 甲、乙、丙和丁 */
const ZH_LIST = /[^，。；：、]{1,24}(?:、[^，。；：、]{1,24}){2,}/g
const ENDS_IN_PAIR = /[^、]和|[^、](?:以)?及|[^、]与|[^、]或/
/** The separators of the items of an English list. */
const EN_DIVIDERS =
  /,(?! (?:includ|such as|which|who|and|or|but|if|unless|provided|except)\w*\b)|\b(?:and|or|nor|as well as|plus|with|together)\b|[/&]/gi

function longestList(zh: string): { text: string; items: number } | null {
  const lists = Array.from(zh.matchAll(ZH_LIST), ([text]) => {
    const parts = text.split('、')
    return { text, items: parts.length + (ENDS_IN_PAIR.test(parts.at(-1)!) ? 1 : 0) }
  })
  return [...lists].sort((one, other) => other.items - one.items)[0] ?? null
}

/** Reports a Chinese list that has more items than the longest list of the English text. */
export function compareLists(segments: Sides<string>[]): Finding[] {
  for (const { zh, en } of segments) {
    const zhList = longestList(zh)
    if (!zhList || (en.match(EN_DIVIDERS)?.length ?? 0) + 1 >= zhList.items) continue
    return [
      {
        check: 'scope',
        grade: 'probable',
        detail: { zh: readableText(zhList.text, 'zh'), en: readableText(en, 'en') },
      },
    ]
  }
  return []
}
