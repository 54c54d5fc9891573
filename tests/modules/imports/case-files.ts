import { readFileSync } from 'node:fs'
import type { Finding } from '#modules/imports/pdf-check.ts'

type Taken = Extract<Finding, { pages: number }>
type Refused = Extract<Finding, { refused: string }>

/** The outcome of an imported file. */
export type Expected = Partial<Taken> | Refused

const taken = (facts: Partial<Taken> = {}): Partial<Taken> => ({
  pages: 1,
  removed: [],
  repairs: [],
  signed: false,
  ...facts,
})
const mended = (...repairs: Taken['repairs']) => taken({ repairs })
const signed = taken({ signed: true })

/** Every file that failed once, by its name in tests/cases/pdf. */
export const CASES: Record<string, Expected> = {
  '01-startxref-before-white-space': mended('structure'),
  '02-update-whose-prev-points-before-white-space': mended('structure'),
  '03-bom-before-header': mended('structure'),
  '04-line-feed-before-header': mended('structure'),
  '05-same-page-twice': taken({ pages: 3, repairs: ['repeatedPages'] }),
  '06-reader-extended-unsigned': taken({ removed: ['usageRights'] }),
  '07-reader-extended-with-script': taken({ removed: ['usageRights', 'scripts'] }),
  '08-damaged-mentions-encrypt': mended('structure'),
  '09-two-kilobytes-after-eof': mended('structure'),
  '10-html-after-eof': mended('structure'),
  '12-user-unit': taken(),
  '14-annots-indirect': taken(),
  '15-form-needs-appearances': mended('form'),
  '16-fillable-form': mended('form'),
  '17-inherited-media-box-a6': taken(),
  '18-turned-scan': taken(),
  '19-need-appearances-kept': mended('form'),
  '21-form-empty-in-catalogue': taken(),
  '22-chinese-fonts-not-embedded': taken(),
  'foreign-acrobat-classic': signed,
  'foreign-acrobat-classic-changed': signed,
  'foreign-key-identifier': signed,
  'foreign-no-certificate': signed,
  'foreign-no-signed-attributes': signed,
  'foreign-no-signed-attributes-changed': signed,
  'foreign-padding-not-zero': signed,
  'foreign-pkcs7-sha1': signed,
  'foreign-pss': signed,
  'foreign-two-signers': signed,
  'foreign-unreadable-signature': signed,
  'foreign-white-space-before-xref': { refused: 'signedStructure' },
  'form-value-differs-from-appearance': { refused: 'field', field: 'fee' },
  'layers-print': { refused: 'layers' },
  'layers-print-2': { refused: 'layers' },
  'libreoffice-a4-two-pages': taken({ pages: 2 }),
  'libreoffice-form': taken({ pages: 2, repairs: ['form'] }),
  'script-in-second-catalogue': { refused: 'ambiguous' },
  'signature-without-byterange': mended('form'),
  'timestamp-with-appearance': taken({ pages: 9, signed: true }),
  'two-faces': { refused: 'ambiguous' },
  'two-pages-count-one': { refused: 'disagreement', page: 2 },
  'xref-doubled-double-space': { refused: 'ambiguous' },
}

export const caseFile = (name: string) => new Uint8Array(readFileSync(`tests/cases/pdf/${name}.pdf`))
