import type { Sides } from '../tree.ts'

/** The usual ratio of English to Chinese length, in characters. */
export const ENGLISH_TO_CHINESE_LENGTH = 3.9
/** Texts with more segments than this are compared as a whole. */
const MAX_SEGMENTS = 60

/**
 * Pairs the sentences and half-sentences of two texts by length, as a translation aligns with its original.
 * If one side has two sentences for one on the other side, the two are joined.
 */
export function segmentPairs(text: Sides<string>): Sides<string>[] {
  const zh = pieces(text.zh.split(/[；。！？\n]+/))
  const en = pieces(text.en.split(/[;.!?](?=\s|$|["”)])|\n/))
  if (zh.length < 2 || en.length < 2 || zh.length > MAX_SEGMENTS || en.length > MAX_SEGMENTS) return [text]
  if (zh.length === en.length) return zh.map((one, index) => ({ zh: one, en: en[index]! }))
  return aligned(zh, en)
}

const pieces = (texts: string[]) =>
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
  zh: number
  en: number
}

function aligned(zh: string[], en: string[]): Sides<string>[] {
  const best = new Map<number, Alignment>([[0, { cost: 0, zh: 0, en: 0 }]])
  const width = en.length + 1
  const zhLength = sums(zh, ENGLISH_TO_CHINESE_LENGTH)
  const enLength = sums(en, 1)
  for (let i = 0; i <= zh.length; i++) {
    for (let j = 0; j <= en.length; j++) {
      const here = best.get(i * width + j)
      if (!here) continue
      for (const [a, b] of steps) {
        const to = i + a
        const next = j + b
        if (to > zh.length || next > en.length) continue
        const x = zhLength[to]! - zhLength[i]!
        const y = enLength[next]! - enLength[j]!
        const cost = here.cost + Math.abs(x - y) / Math.sqrt(x + y + 1) + (a + b - 2)
        const known = best.get(to * width + next)
        if (!known || cost < known.cost) best.set(to * width + next, { cost, zh: i, en: j })
      }
    }
  }
  return back(zh, en, best, width)
}

function back(zh: string[], en: string[], best: Map<number, Alignment>, width: number): Sides<string>[] {
  const pairs: Sides<string>[] = []
  let i = zh.length
  let j = en.length
  while (i || j) {
    const way = best.get(i * width + j)
    if (!way) return [{ zh: zh.join('。'), en: en.join('. ') }]
    pairs.unshift({ zh: zh.slice(way.zh, i).join('。'), en: en.slice(way.en, j).join('. ') })
    i = way.zh
    j = way.en
  }
  return pairs
}

function sums(texts: string[], times: number): number[] {
  let sum = 0
  return [0, ...texts.map((text) => (sum += text.length * times))]
}
