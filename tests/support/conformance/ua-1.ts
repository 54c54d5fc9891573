import type { PdfDict, PdfRef } from '@libpdf/core'
import { markedContent } from './content.ts'
import { undefinedGlyphs, unembedded, withoutUnicode, wrongWidths } from './fonts.ts'
import {
  fieldEntry,
  isTrue,
  listOf,
  nameIn,
  parentsOf,
  type ReadElement,
  type Reading,
  type Rule,
  textIn,
} from './reading.ts'
import { xmpOf } from './xmp.ts'

const root = ({ file }: Reading) => file.dict(file.catalog.get('StructTreeRoot'))

const ROLES = new Set(
  'Document Part Sect Div H1 H2 H3 H4 H5 H6 P L LI Lbl LBody Table TR TH TD THead TBody Span Link Figure Form Note'.split(
    ' ',
  ),
)

const PARENTS: Record<string, string[]> = {
  LI: ['L'],
  Lbl: ['LI'],
  LBody: ['LI'],
  TR: ['Table', 'THead', 'TBody'],
  TH: ['TR'],
  TD: ['TR'],
}

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/

const ifNot = (holds: unknown, failure: string): string[] => (holds ? [] : [failure])

const attributesOf = ({ file }: Reading, { dict }: ReadElement): PdfDict[] =>
  listOf(file, dict.get('A')).flatMap((one) => file.dict(one) ?? [])

/** The visible widgets and other visible annotations. */
const visibleAnnotations = (reading: Reading) =>
  reading.pages
    .flatMap(({ annotations }) => annotations)
    .filter(({ dict }) => !((dict.getNumber('F')?.value ?? 0) & 2))

const holderOf = ({ elements }: Reading, ref: PdfRef) =>
  elements.find(({ objects }) => objects.some((one) => one.objectNumber === ref.objectNumber))

/** The rules of PDF/UA-1 (ISO 14289-1) that a program can check, by clause. */
export const UA_1: Record<string, Rule> = {
  '5 the metadata claim part 1': (reading) =>
    ifNot(xmpOf(reading)?.values.get('pdfuaid:part') === '1', 'no claim'),
  '7.1 the file is marked as tagged': (reading) => {
    const info = reading.file.dict(reading.file.catalog.get('MarkInfo'))
    return ifNot(isTrue(reading, info, 'Marked') && !isTrue(reading, info, 'Suspects'), 'MarkInfo')
  },
  '7.1 the title is known and shown': (reading) => [
    ...ifNot(xmpOf(reading)?.values.get('dc:title'), 'no dc:title'),
    ...ifNot(
      isTrue(reading, reading.file.dict(reading.file.catalog.get('ViewerPreferences')), 'DisplayDocTitle'),
      'DisplayDocTitle',
    ),
  ],
  '7.1 all content is tagged or an artifact': ({ pages }) =>
    pages.flatMap(({ content }, page) =>
      markedContent(content).failures.map((failure) => `page ${page + 1}: ${failure}`),
    ),
  '7.1 tagged content belongs to one element': (reading) =>
    reading.pages.flatMap(({ ref, dict, content }, page) => {
      const { ids } = markedContent(content)
      const parents = parentsOf(reading, dict.getNumber('StructParents')?.value ?? -1)
      return ids.flatMap((id) => {
        const owners = reading.elements.filter(({ contents }) =>
          contents.some((one) => one.id === id && one.page === `${ref.objectNumber}`),
        )
        const statedParents = reading.file.dict(listOf(reading.file, parents ?? undefined)[id])
        return ifNot(
          owners.length === 1 && statedParents === owners[0]!.dict,
          `sequence ${id} of page ${page + 1}`,
        )
      })
    }),
  '7.1 roles are standard ones': (reading) =>
    reading.elements.filter(({ role }) => !ROLES.has(role)).map(({ role }) => `the role ${role}`),
  '7.2 the language is known': (reading) => [
    ...ifNot(LANGUAGE.test(textIn(reading, reading.file.catalog, 'Lang')), 'of the document'),
    ...reading.elements
      .filter(({ dict }) => dict.has('Lang') && !LANGUAGE.test(textIn(reading, dict, 'Lang')))
      .map(({ role }) => `of ${role}`),
  ],
  '7.3 figures have an alternative': (reading) =>
    reading.elements
      .filter(({ role, dict }) => role === 'Figure' && !textIn(reading, dict, 'Alt'))
      .map(() => 'a figure without'),
  '7.4.2 headings skip no level': ({ elements }) => {
    const levels = elements.filter(({ role }) => /^H\d$/.test(role)).map(({ role }) => Number(role[1]))
    return [
      ...ifNot(levels[0] === 1, 'the first is no H1'),
      ...levels.flatMap((level, index) => ifNot(index === 0 || level <= levels[index - 1]! + 1, `H${level}`)),
    ]
  },
  '7.5 heads of tables say what they head': (reading) =>
    reading.elements
      .filter(({ role }) => role === 'TH')
      .filter(
        (one) =>
          !attributesOf(reading, one).some((dict) =>
            ['Row', 'Column', 'Both'].includes(nameIn(reading, dict, 'Scope')),
          ),
      )
      .map(() => 'TH without a scope'),
  '7.5 the rows of a table are regular': (reading) =>
    reading.elements
      .filter(({ role }) => role === 'Table')
      .filter((table) => new Set(table.kids.map((row) => widthOf(reading, row))).size !== 1)
      .map(() => 'rows of different lengths'),
  '7.6 lists and tables are nested correctly': ({ elements }) =>
    elements
      .filter(({ role, parent }) => PARENTS[role] && !PARENTS[role].includes(parent?.role ?? ''))
      .map(({ role, parent }) => `${role} within ${parent?.role}`),
  '7.6 labelled lists state their numbering': (reading) =>
    reading.elements
      .filter(({ role }) => role === 'L')
      .filter((one) => !attributesOf(reading, one).some((dict) => dict.has('ListNumbering')))
      .map(() => 'a list without'),
  '7.11 attached files have both names': (reading) =>
    reading.dicts
      .filter((dict) => dict.has('EF'))
      .filter((dict) => !textIn(reading, dict, 'F') || !textIn(reading, dict, 'UF'))
      .map(() => 'a file without F or UF'),
  '7.15 there is no XFA form': ({ file }) =>
    ifNot(!file.dict(file.catalog.get('AcroForm'))?.has('XFA'), 'XFA'),
  '7.16 nothing is encrypted': ({ file }) => ifNot(!file.trailer.has('Encrypt'), 'Encrypt'),
  '7.18.1 annotations are tagged': (reading) =>
    visibleAnnotations(reading).flatMap(({ ref, dict }) => {
      const key = dict.getNumber('StructParent')?.value
      const holder = holderOf(reading, ref)
      const statedParents = key === undefined ? null : parentsOf(reading, key)
      return ifNot(holder && statedParents === holder.dict, `annotation ${ref.objectNumber}`)
    }),
  '7.18.1 fields have a name for people': (reading) =>
    visibleAnnotations(reading)
      .filter(({ dict }) => nameIn(reading, dict, 'Subtype') === 'Widget' && !fieldEntry(reading, dict, 'TU'))
      .map(({ ref }) => `widget ${ref.objectNumber}`),
  '7.18.1 annotations say what they are': (reading) =>
    visibleAnnotations(reading)
      .filter(({ dict }) => !textIn(reading, dict, 'Contents'))
      .map(({ ref }) => `annotation ${ref.objectNumber}`),
  '7.18.3 the tab order is that of the structure': (reading) =>
    reading.pages.flatMap(({ dict, annotations }, page) =>
      ifNot(annotations.length === 0 || nameIn(reading, dict, 'Tabs') === 'S', `page ${page + 1}`),
    ),
  '7.18.4 a widget is the only object of a Form': (reading) =>
    visibleAnnotations(reading)
      .filter(({ dict }) => nameIn(reading, dict, 'Subtype') === 'Widget')
      .filter(({ ref }) => {
        const holder = holderOf(reading, ref)
        return (
          holder?.role !== 'Form' || holder.objects.length + holder.contents.length + holder.kids.length !== 1
        )
      })
      .map(({ ref }) => `widget ${ref.objectNumber}`),
  '7.21.4.1 fonts are embedded': unembedded,
  '7.21.5 widths are those of the font': wrongWidths,
  '7.21.7 characters have a Unicode text': withoutUnicode,
  '7.21.8 no glyph is undefined': undefinedGlyphs,
  '7.1 elements name the parent that holds them': (reading) =>
    reading.elements
      .filter(({ dict, parent }) => reading.file.dict(dict.get('P')) !== (parent?.dict ?? root(reading)))
      .map(({ role }) => `${role} names another parent`),
}

function widthOf(reading: Reading, row: ReadElement): number {
  return row.kids.reduce((sum, cell) => {
    const spans = attributesOf(reading, cell).map((dict) => dict.getNumber('ColSpan')?.value ?? 1)
    return sum + Math.max(1, ...spans)
  }, 0)
}
