import { amountsOf, leavesOf, placesOf } from '../rules/leaves.ts'
import { fieldOf, isFigures } from '../tables/print-cell.ts'
import { cellOf, currencyOf, isTable, maxColumns, maxRows } from '../tables/table.ts'
import { checkCell } from '../tables/table-points.ts'
import { checkField } from './check-fields.ts'
import type { Fault } from './faults.ts'
import type { Amount, Column, Condition, Field, Template } from './template.ts'
import {
  checkFormerIds,
  type FaultAtPath,
  isInherited,
  repeated,
  type TemplatePart,
} from './template-parts.ts'

type Path = FaultAtPath['path']

/** Checks the columns of tables, where tables are placed, and the totals that conditions and rules name. */
export function checkTables(template: Template, parts: TemplatePart[]): FaultAtPath[] {
  const rules = (['rules', 'advise'] as const).flatMap((list) =>
    (template[list] ?? []).flatMap(({ when, must }, index) => [
      ...checkTotals(when, [list, index, 'when'], template),
      ...checkTotals(must, [list, index, 'must'], template),
      ...wrongDateColumns(when, [list, index, 'when'], template),
      ...wrongDateColumns(must, [list, index, 'must'], template),
      ...unknownNames(when, [list, index, 'when'], template),
      ...unknownNames(must, [list, index, 'must'], template),
    ]),
  )
  return [
    ...template.fields.flatMap((field, index) =>
      field.type === 'table' ? checkTable(field, ['fields', index]) : strayKeys(field, ['fields', index]),
    ),
    ...checkPlaces(template, parts),
    ...parts.flatMap(({ when, path }) => [
      ...checkTotals(when, [...path, 'when'], template),
      ...wrongDateColumns(when, [...path, 'when'], template),
    ]),
    ...rules,
  ]
}

const strayKeys = (field: Field, path: Path): FaultAtPath[] =>
  (['columns', 'rows', 'numbered'] as const).flatMap((key) =>
    field[key] === undefined
      ? []
      : [{ path: [...path, key], code: 'fieldHasNo', values: { type: field.type, key } }],
  )

function checkTable(field: Field, path: Path): FaultAtPath[] {
  const { columns = [], rows, currencies } = field
  const faults: FaultAtPath[] = []
  const addFault = (subPath: Path, code: Fault['code'], values?: Fault['values']) =>
    faults.push({ path: [...path, ...subPath], code, values })
  if (!columns.length) addFault([], 'noColumns')
  if (columns.length > maxColumns) addFault(['columns'], 'maxColumns', { max: maxColumns })
  if ((rows?.most ?? 1) > maxRows) addFault(['rows', 'most'], 'maxRows', { max: maxRows })
  if ((rows?.least ?? 1) > (rows?.most ?? maxRows)) addFault(['rows', 'least'], 'leastAboveMost')
  const hasMoney = columns.some(({ type }) => type === 'money')
  if (hasMoney && !currencies?.length) addFault([], 'moneyNeedsCurrencies')
  if (!hasMoney && currencies) addFault(['currencies'], 'currenciesWithoutMoney')
  const columnsWithPaths = columns.map(({ id, was }, index) => ({
    id,
    was,
    path: [...path, 'columns', index],
  }))
  faults.push(...repeated(columns, [...path, 'columns']), ...checkFormerIds(columnsWithPaths))
  for (const [index, column] of columns.entries()) {
    const columnPath = [...path, 'columns', index]
    const columnField = {
      ...fieldOf(column),
      ...(column.type === 'money' && { currencies: currencies ?? ['CNY'] }),
    }
    faults.push(...checkField(columnField, columnPath), ...checkFormerIds(options(column, columnPath)))
    if (isInherited(column.id)) addFault(['columns', index, 'id'], 'idReserved', { id: column.id })
    const fault = wrongColumn(field, column, index)
    if (fault) faults.push({ path: columnPath, ...fault })
  }
  return [...faults, ...defaultRows(field, [...path, 'default'])]
}

const options = ({ options: columnOptions = [] }: Column, path: Path) =>
  columnOptions.map(({ id, was }, index) => ({ id, was, path: [...path, 'options', index] }))

function wrongColumn(field: Field, column: Column, index: number): Fault | undefined {
  const { id, type, times, total, required, min, max } = column
  if (total && !isFigures(column)) return { code: 'totalOfWords', values: { id, type } }
  if (total && index === 0 && !field.numbered) return { code: 'totalInFirst', values: { id } }
  if (!times) return undefined
  if (!isFigures(column)) return { code: 'productOfWords', values: { id, type } }
  if (required !== undefined || min !== undefined || max !== undefined)
    return { code: 'productFilledIn', values: { id } }
  const factors = times.map((name) => field.columns?.find((one) => one.id === name))
  for (const [place, factor] of factors.entries()) {
    if (!factor) return { code: 'noFactor', values: { id, factor: times[place]! } }
    if (factor.times || !isFigures(factor)) return { code: 'wrongFactor', values: { id, factor: factor.id } }
  }
  const moneyFactorCount = factors.filter((factor) => factor?.type === 'money').length
  if (moneyFactorCount === (type === 'money' ? 1 : 0)) return undefined
  return { code: type === 'money' ? 'sumTimesNumber' : 'numberTimesNumber', values: { id } }
}

function defaultRows(field: Field, path: Path): FaultAtPath[] {
  const value = field.default
  if (!isTable(value)) return []
  return value.rows.flatMap((row, index) => {
    const cellsPath = [...path, 'rows', index, 'cells']
    const unknownIds = Object.keys(row.cells).filter(
      (id) => !field.columns?.some((column) => column.id === id && !column.times),
    )
    const wrongColumns = (field.columns ?? []).filter((column) => {
      const cell = cellOf(row, column)
      return cell !== undefined && checkCell(column, cell, currencyOf(field, value))
    })
    return [
      ...unknownIds.map((id): FaultAtPath => ({ path: cellsPath, code: 'noSuchCell', values: { id } })),
      ...wrongColumns.map(({ id }): FaultAtPath => ({ path: cellsPath, code: 'wrongCell', values: { id } })),
    ]
  })
}

/** Checks that each table is printed by one clause only, and that the clause has no list. */
function checkPlaces({ fields }: Template, parts: TemplatePart[]): FaultAtPath[] {
  const printedTables = new Set<string>()
  return parts.flatMap(({ clause, path, parent }): FaultAtPath[] => {
    const { table } = clause ?? {}
    if (table === undefined) return []
    const addFault = (code: Fault['code'], values?: Fault['values']): FaultAtPath[] => [
      { path: [...path, 'table'], code, values },
    ]
    const field = fields.find(({ id }) => id === table)
    if (!field) return addFault('noField', { id: table })
    if (field.type !== 'table') return addFault('notTable', { id: table, type: field.type })
    if (clause?.items || !parent || parent.clause) return addFault('tableWithItems')
    if (printedTables.has(table)) return addFault('tableTaken', { id: table })
    printedTables.add(table)
    return []
  })
}

/** Checks that tests of names refer to existing columns. */
const unknownNames = (when: Condition | undefined, path: Path, { fields }: Template): FaultAtPath[] =>
  leavesOf(when)
    .flatMap(({ leaf }) => ('in' in leaf ? placesOf(leaf) : []))
    .filter((place) => {
      const [table, name] = place.split('.')
      const field = fields.find(({ id }) => id === table)
      return name && field && !field.columns?.some(({ id }) => id === name)
    })
    .map((id) => ({ path, code: 'noField', values: { id } }))

/** Checks that conditions on dates in columns refer to date columns. */
const wrongDateColumns = (when: Condition | undefined, path: Path, { fields }: Template): FaultAtPath[] =>
  leavesOf(when)
    .flatMap(({ leaf }) => ('ascending' in leaf ? [leaf.ascending] : amountsOf(leaf).flatMap(datesIn)))
    .filter((place) => {
      const [table, name] = place.split('.')
      const columns = fields.find(({ id }) => id === table)?.columns
      return columns?.find(({ id }) => id === name)?.type !== 'date'
    })
    .map((column) => ({ path, code: 'noDates', values: { column } }))

function datesIn(amount: Amount): string[] {
  if (typeof amount !== 'object') return []
  if ('earliest' in amount) return [amount.earliest]
  if ('latest' in amount) return [amount.latest]
  const parts =
    'sum' in amount ? amount.sum : 'times' in amount ? amount.times : 'least' in amount && amount.least
  return parts ? parts.flatMap(datesIn) : []
}

/** Checks that amounts refer only to totals of numeric columns. */
function checkTotals(when: Condition | undefined, path: Path, { fields }: Template): FaultAtPath[] {
  return leavesOf(when)
    .flatMap(({ leaf }) => amountsOf(leaf))
    .flatMap(function check(amount: Amount): FaultAtPath[] {
      if (typeof amount === 'string')
        return fields.some(({ id, type }) => id === amount && type === 'table')
          ? [{ path, code: 'tableCompared', values: { id: amount } }]
          : []
      if (typeof amount === 'number') return []
      if ('sum' in amount) return amount.sum.flatMap(check)
      if ('times' in amount) return amount.times.flatMap(check)
      if ('least' in amount) return amount.least.flatMap(check)
      if (!('total' in amount)) return []
      const [table, name] = amount.total.split('.')
      const column = fields.find(({ id }) => id === table)?.columns?.find(({ id }) => id === name)
      if (column && isFigures(column)) return []
      return [{ path, code: 'noFigures', values: { column: amount.total } }]
    })
}
