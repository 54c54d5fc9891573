import { escapedXml } from '#src/core/text/xml-text.ts'
import { segmentOf } from './segment.ts'

export interface TranslationPair {
  zh: string
  en: string
  noted_at: Date
}

/** The property with the exact time, because dates in TMX only have seconds. */
export const NOTED_PROPERTY = 'x-qishu-noted'

/** The beginning of a TMX file (source: TMX 1.4b, LISA OSCAR 2005-04-26). */
export const TMX_HEAD = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<tmx version="1.4">',
  '<header creationtool="Qishu" creationtoolversion="1" segtype="block" o-tmf="Qishu" adminlang="en" srclang="*all*" datatype="plaintext"/>',
  '<body>',
  '',
].join('\n')

export const TMX_FOOT = '</body>\n</tmx>\n'

/** The time as 20261123T025959Z. */
const stampOf = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** A pair as a translation unit. */
export const unitOf = ({ zh, en, noted_at: at }: TranslationPair): string =>
  [
    `<tu changedate="${stampOf(at)}">`,
    `<prop type="${NOTED_PROPERTY}">${escapedXml(at.toISOString())}</prop>`,
    `<tuv xml:lang="zh"><seg>${segmentOf(zh)}</seg></tuv>`,
    `<tuv xml:lang="en"><seg>${segmentOf(en)}</seg></tuv>`,
    '</tu>\n',
  ].join('')
