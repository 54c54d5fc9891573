import { walkXml } from '#src/files/spreadsheet/walk-xml.ts'

/** The list of a paragraph and its level in it, both as Word writes them. */
interface ListPlace {
  numId?: string
  level?: string
}

interface Style extends ListPlace {
  name: string
  basedOn?: string
}

/** A paragraph's numbering according to the styles and lists of a Word file. */
export interface WordNumbering {
  isHeading: (styleId: string | undefined) => boolean
  /**
   * The number that Word would print before the first paragraph of the same level: `1.1`, `第1条`; for a
   * bullet `(1)`. Undefined without a number.
   */
  labelOf: (styleId: string | undefined, listPlace: ListPlace) => string | undefined
}

/** Reads `styles.xml` and `numbering.xml`, each of which may be missing. Throws if one is malformed. */
export function readNumbering(parts: { styles?: string; numbering?: string }): WordNumbering {
  const styles = stylesOf(parts.styles)
  const lists = listsOf(parts.numbering)
  const findInStyles = <T>(
    styleId: string | undefined,
    pick: (style: Style) => T | undefined,
  ): T | undefined => {
    let style = styles.get(styleId ?? '')
    for (let depth = 0; style && depth < MAX_STYLE_DEPTH; depth++) {
      const value = pick(style)
      if (value !== undefined) return value
      style = styles.get(style.basedOn ?? '')
    }
  }
  return {
    isHeading: (styleId) =>
      HEADING.test(styleId ?? '') ||
      Boolean(findInStyles(styleId, ({ name }) => HEADING.test(name) || undefined)),
    labelOf: (styleId, listPlace) => {
      const numId = listPlace.numId ?? findInStyles(styleId, (style) => style.numId)
      const level = listPlace.level ?? findInStyles(styleId, (style) => style.level) ?? '0'
      return numId ? lists.get(numId)?.get(level) : undefined
    },
  }
}

/** Maximum number of styles that are based on each other. */
const MAX_STYLE_DEPTH = 10
const HEADING = /^(heading|title|标题|標題|\d$)/i

function stylesOf(xml: string | undefined): Map<string, Style> {
  const styles = new Map<string, Style>()
  if (!xml) return styles
  let style: Style | null = null
  walkXml(xml, {
    open: (name, attributes) => {
      const value = attributes['w:val']
      if (name === 'style') {
        style = { name: '' }
        styles.set(attributes['w:styleId'] ?? '', style)
      } else if (!style) return
      else if (name === 'name') style.name = value ?? ''
      else if (name === 'basedOn') style.basedOn = value
      else if (name === 'numId') style.numId = value
      else if (name === 'ilvl') style.level = value
    },
    close: (name) => {
      if (name === 'style') style = null
    },
  })
  return styles
}

/** The labels of each list, by list id and level. */
function listsOf(xml: string | undefined): Map<string, Map<string, string>> {
  const abstractLists = new Map<string, Map<string, string>>()
  const lists = new Map<string, Map<string, string>>()
  if (!xml) return lists
  let levels: Map<string, string> | null = null
  let level = ''
  let format = ''
  let list = ''
  walkXml(xml, {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? ''
      if (name === 'abstractNum') {
        levels = new Map()
        abstractLists.set(attributes['w:abstractNumId'] ?? '', levels)
      } else if (name === 'lvl') {
        level = attributes['w:ilvl'] ?? ''
        format = ''
      } else if (name === 'numFmt') format = value
      else if (name === 'lvlText') {
        const label = labelFrom(value, format)
        if (label) levels?.set(level, label)
      } else if (name === 'num') list = attributes['w:numId'] ?? ''
      else if (name === 'abstractNumId') {
        const definition = abstractLists.get(value)
        if (definition) lists.set(list, definition)
      }
    },
  })
  return lists
}

function labelFrom(text: string, format: string): string {
  if (format === 'bullet') return '(1)'
  return format === 'none' ? '' : text.replaceAll(/%\d/g, '1').trim()
}
