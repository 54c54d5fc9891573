import { readFileSync } from 'node:fs'
import type { Finding } from '#modules/imports/pdf-check.ts'

type Taken = Extract<Finding, { pages: number }>
type Refused = Extract<Finding, { refused: string }>

/** The outcome of an imported file. */
export type Expected = Partial<Taken> | Refused

const expectedFacts = (facts: Partial<Taken> = {}): Partial<Taken> => ({
  pages: 1,
  removed: [],
  repairs: [],
  signed: false,
  ...facts,
})
const mended = (...repairs: Taken['repairs']) => expectedFacts({ repairs })
const signedFacts = expectedFacts({ signed: true })

/** Every file that failed once, by its name in tests/cases/pdf. */
export const CASES: Record<string, Expected> = {
  '01-startxref-before-white-space': mended('structure'),
  '02-update-whose-prev-points-before-white-space': mended('structure'),
  '03-bom-before-header': mended('structure'),
  '04-line-feed-before-header': mended('structure'),
  '05-same-page-twice': expectedFacts({ pages: 3, repairs: ['repeatedPages'] }),
  '06-reader-extended-unsigned': expectedFacts({ removed: ['usageRights'] }),
  '07-reader-extended-with-script': expectedFacts({ removed: ['usageRights', 'scripts'] }),
  '08-damaged-mentions-encrypt': mended('structure'),
  '09-two-kilobytes-after-eof': mended('structure'),
  '10-html-after-eof': mended('structure'),
  '12-user-unit': expectedFacts(),
  '14-annots-indirect': expectedFacts(),
  '15-form-needs-appearances': mended('form'),
  '16-fillable-form': mended('form'),
  '17-inherited-media-box-a6': expectedFacts(),
  '18-turned-scan': expectedFacts(),
  '19-need-appearances-kept': mended('form'),
  '21-form-empty-in-catalogue': expectedFacts(),
  '22-chinese-fonts-not-embedded': expectedFacts(),
  'foreign-acrobat-classic': signedFacts,
  'foreign-acrobat-classic-changed': signedFacts,
  'foreign-key-identifier': signedFacts,
  'foreign-no-certificate': signedFacts,
  'foreign-no-signed-attributes': signedFacts,
  'foreign-no-signed-attributes-changed': signedFacts,
  'foreign-padding-not-zero': signedFacts,
  'foreign-pkcs7-sha1': signedFacts,
  'foreign-pss': signedFacts,
  'foreign-two-signers': signedFacts,
  'foreign-unreadable-signature': signedFacts,
  'foreign-white-space-before-xref': { refused: 'signedStructure' },
  'form-value-differs-from-appearance': { refused: 'field', field: 'fee' },
  'layers-print': { refused: 'layers' },
  'layers-print-2': { refused: 'layers' },
  'libreoffice-a4-two-pages': expectedFacts({ pages: 2 }),
  'libreoffice-form': expectedFacts({ pages: 2, repairs: ['form'] }),
  'script-in-second-catalogue': { refused: 'ambiguous' },
  'signature-without-byterange': mended('form'),
  'timestamp-with-appearance': expectedFacts({ pages: 9, signed: true }),
  'two-faces': { refused: 'ambiguous' },
  'two-pages-count-one': { refused: 'disagreement', page: 2 },
  'xref-doubled-double-space': { refused: 'ambiguous' },
}

export const caseFile = (name: string) => new Uint8Array(readFileSync(`tests/cases/pdf/${name}.pdf`))
