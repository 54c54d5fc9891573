import { PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import type { PdfFile } from '#src/pdf/read.ts'
import { arrayOf, dictOf, nameOf } from '#src/pdf/values.ts'

/** The purposes for which a layer can have separate states (ISO 32000-2, 8.11.4.4). */
type LayerPurpose = 'View' | 'Print' | 'Export'

/** The state of a file's layers. */
export interface Layers {
  /** Whether screen and print differ for a layer. */
  hasDifferences: boolean
  /** Whether any layer is hidden. */
  hidden: boolean
  /** Whether content of this group, or membership dictionary, is shown. */
  isShown(group: PdfDict): boolean
}

const ALL_SHOWN: Layers = { hasDifferences: false, hidden: false, isShown: () => true }

/** The layers of a file; without any, all content counts as shown. */
export function layersOf(file: PdfFile): Layers {
  const catalog = dictOf(file.trailer.get('Root'), file.resolve)
  const properties = dictOf(catalog?.get('OCProperties'), file.resolve)
  if (!properties) return ALL_SHOWN
  const groups = refsOf(properties.get('OCGs'), file)
  const defaultConfig = dictOf(properties.get('D'), file.resolve) ?? new PdfDict()
  const [viewLayers, printLayers] = (['View', 'Print'] as const).map((purpose) =>
    visibleLayers(purpose, groups, defaultConfig, file),
  )
  return {
    hasDifferences: groups.some((number) => viewLayers!.has(number) !== printLayers!.has(number)),
    hidden: groups.some((number) => !viewLayers!.has(number)),
    isShown: (group) => isVisible(group, groups, viewLayers!, file),
  }
}

const refsOf = (value: PdfObject | undefined, { resolve }: PdfFile) =>
  arrayOf(value, resolve).flatMap((item) => (item instanceof PdfRef ? [item.objectNumber] : []))

/**
 * The groups that are visible for a purpose, by the default configuration and then by the usage of each
 * group where it applies.
 */
function visibleLayers(
  purpose: LayerPurpose,
  groups: number[],
  defaultConfig: PdfDict,
  file: PdfFile,
): Set<number> {
  const base = nameOf(defaultConfig.get('BaseState'), file.resolve)
  const visibleGroups = new Set(base === 'OFF' ? [] : groups)
  for (const number of refsOf(defaultConfig.get('ON'), file)) visibleGroups.add(number)
  for (const number of refsOf(defaultConfig.get('OFF'), file)) visibleGroups.delete(number)
  for (const rule of arrayOf(defaultConfig.get('AS'), file.resolve)) {
    const usage = dictOf(rule, file.resolve)
    if (!usage || nameOf(usage.get('Event'), file.resolve) !== purpose) continue
    const categories = arrayOf(usage.get('Category'), file.resolve).map((one) => nameOf(one, file.resolve))
    for (const number of refsOf(usage.get('OCGs'), file)) {
      const state = stateOf(number, categories, file)
      if (state === 'ON') visibleGroups.add(number)
      if (state === 'OFF') visibleGroups.delete(number)
    }
  }
  // Some readers apply a group's usage even without a rule.
  for (const number of groups) {
    const state = stateOf(number, [purpose], file)
    if (purpose === 'Print' && state === 'OFF') visibleGroups.delete(number)
    if (purpose === 'View' && state === 'OFF') visibleGroups.delete(number)
  }
  return visibleGroups
}

function stateOf(number: number, categories: (string | null)[], file: PdfFile): string | null {
  const usage = dictOf(dictOf(file.object(number), file.resolve)?.get('Usage'), file.resolve)
  const states = categories.flatMap((category) => {
    const entry = category ? dictOf(usage?.get(category), file.resolve) : null
    return entry ? [nameOf(entry.get(`${category}State`), file.resolve)] : []
  })
  return states.includes('OFF') ? 'OFF' : (states.find((state) => state !== null) ?? null)
}

function isVisible(group: PdfDict, groups: number[], visibleGroups: Set<number>, file: PdfFile): boolean {
  if (nameOf(group.get('Type'), file.resolve) !== 'OCMD') {
    const number = groups.find((one) => file.object(one) === group)
    return number === undefined || visibleGroups.has(number)
  }
  const expression = arrayOf(group.get('VE'), file.resolve)
  if (expression.length) return isTrue(expression, visibleGroups, file)
  const memberGroups = group.get('OCGs')
  const members =
    memberGroups instanceof PdfRef && groups.includes(memberGroups.objectNumber)
      ? [memberGroups.objectNumber]
      : refsOf(memberGroups, file)
  const memberNumbers = members.filter((number) => groups.includes(number))
  if (!memberNumbers.length) return true
  const policy = nameOf(group.get('P'), file.resolve) ?? 'AnyOn'
  if (policy === 'AllOn') return memberNumbers.every((number) => visibleGroups.has(number))
  if (policy === 'AnyOff') return memberNumbers.some((number) => !visibleGroups.has(number))
  if (policy === 'AllOff') return memberNumbers.every((number) => !visibleGroups.has(number))
  return memberNumbers.some((number) => visibleGroups.has(number))
}

/** The maximum depth, because the limits of readers differ; no program that writes layers comes near it. */
const MAX_DEPTH = 10

/** Evaluates a visibility expression (ISO 32000-2, 8.11.2.2). An invalid operand counts as true. */
function isTrue(expression: PdfObject[], visibleGroups: Set<number>, file: PdfFile, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true
  const [operator, ...operands] = expression
  const values = operands.map((operand) => {
    const nested = arrayOf(operand, file.resolve)
    if (nested.length) return isTrue(nested, visibleGroups, file, depth + 1)
    return !(operand instanceof PdfRef) || visibleGroups.has(operand.objectNumber)
  })
  switch (nameOf(operator, file.resolve)) {
    case 'And':
      return values.every(Boolean)
    case 'Or':
      return values.some(Boolean)
    case 'Not':
      return !values[0]
    default:
      return true
  }
}
