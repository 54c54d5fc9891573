import type { Sides } from '../tree.ts'

/** The usual ratio of English to Chinese length, in characters. */
export const ENGLISH_TO_CHINESE_LENGTH = 3.9
/** Texts with more segments than this are compared as a whole. */
const MAX_SEGMENTS = 60

/**
 * Pairs the sentences and half-sentences of two texts: in order if there are as many, otherwise so that the
 * lengths agree best (as Gale and Church align translations); up to three on a side are joined.
 */
export function segmentPairs(text: Sides<string>): Sides<string>[] {
  const zh = segmentsIn(text.zh.split(/[；。！？\n]+/))
  const en = segmentsIn(text.en.split(/[;.!?](?=\s|$|["”)])|\n/))
  if (zh.length < 2 || en.length < 2 || zh.length > MAX_SEGMENTS || en.length > MAX_SEGMENTS) return [text]
  if (zh.length === en.length) return zh.map((one, index) => ({ zh: one, en: en[index]! }))
  return alignSegments(zh, en)
}

const segmentsIn = (texts: string[]) =>
  texts.map((one) => one.trim()).filter((one) => /[\p{L}\ue000-\ue041]/u.test(one))

const steps = [
  [1, 1],
  [1, 2],
  [2, 1],
  [2, 2],
  [1, 3],
  [3, 1],
] as [number, number][]

interface Alignment {
  cost: number
  fromZh: number
  fromEn: number
}

function alignSegments(zh: string[], en: string[]): Sides<string>[] {
  const alignments = new Map<number, Alignment>([[0, { cost: 0, fromZh: 0, fromEn: 0 }]])
  const width = en.length + 1
  const zhLength = lengthsUpTo(zh, ENGLISH_TO_CHINESE_LENGTH)
  const enLength = lengthsUpTo(en, 1)
  for (let zhIndex = 0; zhIndex <= zh.length; zhIndex++) {
    for (let enIndex = 0; enIndex <= en.length; enIndex++) {
      const reached = alignments.get(zhIndex * width + enIndex)
      if (!reached) continue
      for (const [zhCount, enCount] of steps) {
        const nextZh = zhIndex + zhCount
        const nextEn = enIndex + enCount
        if (nextZh > zh.length || nextEn > en.length) continue
        const zhStepLength = zhLength[nextZh]! - zhLength[zhIndex]!
        const enStepLength = enLength[nextEn]! - enLength[enIndex]!
        const cost =
          reached.cost +
          Math.abs(zhStepLength - enStepLength) / Math.sqrt(zhStepLength + enStepLength + 1) +
          (zhCount + enCount - 2)
        const previous = alignments.get(nextZh * width + nextEn)
        if (!previous || cost < previous.cost)
          alignments.set(nextZh * width + nextEn, { cost, fromZh: zhIndex, fromEn: enIndex })
      }
    }
  }
  return pairsAlong(zh, en, alignments, width)
}

function pairsAlong(
  zh: string[],
  en: string[],
  alignments: Map<number, Alignment>,
  width: number,
): Sides<string>[] {
  const pairs: Sides<string>[] = []
  let zhIndex = zh.length
  let enIndex = en.length
  while (zhIndex || enIndex) {
    const alignment = alignments.get(zhIndex * width + enIndex)
    if (!alignment) return [{ zh: zh.join('。'), en: en.join('. ') }]
    pairs.unshift({
      zh: zh.slice(alignment.fromZh, zhIndex).join('。'),
      en: en.slice(alignment.fromEn, enIndex).join('. '),
    })
    zhIndex = alignment.fromZh
    enIndex = alignment.fromEn
  }
  return pairs
}

function lengthsUpTo(texts: string[], factor: number): number[] {
  let sum = 0
  return [0, ...texts.map((text) => (sum += text.length * factor))]
}
