import { readChinese } from '../numbers/number-words.ts'
import type { Finding } from './finding.ts'

const formalDigits = '[零壹贰貳叁叄參肆伍陆陸柒捌玖拾佰仟万萬亿億]'
// Figures, an optional currency, and the same amount in words: 12,000.00元（大写：壹万贰仟元整）.
const figuresAndWords = new RegExp(
  `(\\d[\\d,]{0,20}(?:\\.\\d{1,2})?[万亿]?)\\s?[^\\d，。；（）()]{0,8}[（(]\\s?(?:大写|大寫|金额大写)?[：:]?[^\\d，。；（）()零壹贰貳叁叄參肆伍陆陸柒捌玖]{0,8}(${formalDigits}{1,30})[元圆]?(?:(${formalDigits})角)?(?:(${formalDigits})分)?`,
  'g',
)

/** Reports the first amount whose figures and words differ. */
export function compareSum(zh: string): Finding[] {
  for (const [source, figures = '', words = '', jiao, fen] of zh.matchAll(figuresAndWords)) {
    const amountInWords =
      readChinese(words) + (jiao ? readChinese(jiao) / 10 : 0) + (fen ? readChinese(fen) / 100 : 0)
    if (Math.abs(readChinese(figures) - amountInWords) > 0.001)
      return [{ check: 'sum', grade: 'different', detail: { zh: source, en: '—' } }]
  }
  return []
}
