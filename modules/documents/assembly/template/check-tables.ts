import { amountsOf, leavesOf } from '../rules/leaves.ts'
import { fieldOf, isFigures } from '../tables/print-cell.ts'
import { cellOf, currencyOf, isTable, mostColumns, mostRows } from '../tables/table.ts'
import { checkCell } from '../tables/table-points.ts'
import { checkField } from './check-fields.ts'
import type { Amount, Column, Condition, Field, Template } from './template.ts'
import { checkFormerIds, type Found, isInherited, repeated, type TemplatePart } from './template-parts.ts'

type Path = Found['path']

/** Checks the columns of tables, where tables stand, and the sums that conditions and rules name. */
export function checkTables(template: Template, parts: TemplatePart[]): Found[] {
  const rules = (template.rules ?? []).flatMap(({ when, must }, index) => [
    ...totals(when, ['rules', index, 'when'], template),
    ...totals(must, ['rules', index, 'must'], template),
  ])
  return [
    ...template.fields.flatMap((field, index) =>
      field.type === 'table' ? checkTable(field, ['fields', index]) : strayKeys(field, ['fields', index]),
    ),
    ...places(template, parts),
    ...parts.flatMap(({ when, path }) => totals(when, [...path, 'when'], template)),
    ...rules,
  ]
}

const strayKeys = (field: Field, path: Path): Found[] =>
  (['columns', 'rows', 'numbered'] as const).flatMap((key) =>
    field[key] === undefined
      ? []
      : [{ path: [...path, key], message: `a ${field.type} field has no "${key}"` }],
  )

function checkTable(field: Field, path: Path): Found[] {
  const { columns = [], rows, currencies } = field
  const found: Found[] = []
  const say = (at: Path, message: string) => found.push({ path: [...path, ...at], message })
  if (!columns.length) say([], 'a table needs "columns"')
  if (columns.length > mostColumns) say(['columns'], `a table has at most ${mostColumns} columns`)
  if ((rows?.most ?? 1) > mostRows) say(['rows', 'most'], `a table has at most ${mostRows} rows`)
  if ((rows?.least ?? 1) > (rows?.most ?? mostRows)) say(['rows', 'least'], '"least" is above "most"')
  const hasMoney = columns.some(({ type }) => type === 'money')
  if (hasMoney && !currencies?.length) say([], 'a table with a money column needs "currencies", at least 1')
  if (!hasMoney && currencies) say(['currencies'], 'a table without a money column has no "currencies"')
  const withIds = columns.map(({ id, was }, index) => ({ id, was, path: [...path, 'columns', index] }))
  found.push(...repeated(columns, [...path, 'columns']), ...checkFormerIds(withIds))
  for (const [index, column] of columns.entries()) {
    const at = [...path, 'columns', index]
    const own = { ...fieldOf(column), ...(column.type === 'money' && { currencies: currencies ?? ['CNY'] }) }
    found.push(...checkField(own, at), ...checkFormerIds(options(column, at)))
    if (isInherited(column.id)) say(['columns', index, 'id'], `the id "${column.id}" is reserved`)
    const message = wrongColumn(field, column, index)
    if (message) found.push({ path: at, message })
  }
  return [...found, ...defaultRows(field, [...path, 'default'])]
}

const options = ({ options: list = [] }: Column, path: Path) =>
  list.map(({ id, was }, index) => ({ id, was, path: [...path, 'options', index] }))

function wrongColumn(field: Field, column: Column, index: number): string | undefined {
  const { id, type, times, total, required, min, max } = column
  if (total && !isFigures(column)) return `"${id}" is a ${type} column; only numbers and money have a total`
  if (total && index === 0 && !field.numbered)
    return `"${id}" is the first column, where the word for the total stands`
  if (!times) return undefined
  if (!isFigures(column)) return `"${id}" is a ${type} column; only numbers and money are products`
  if (required !== undefined || min !== undefined || max !== undefined)
    return `"${id}" is a product: nobody fills it in, so it has no "required", "min" or "max"`
  const factors = times.map((name) => field.columns?.find((one) => one.id === name))
  for (const [place, factor] of factors.entries()) {
    if (!factor) return `"${id}" multiplies "${times[place]}", and there is no such column`
    if (factor.times || !isFigures(factor))
      return `"${id}" multiplies "${factor.id}", which is no number or sum that is filled in`
  }
  const sums = factors.filter((factor) => factor?.type === 'money').length
  if (sums === (type === 'money' ? 1 : 0)) return undefined
  return type === 'money' ? `"${id}" is a sum times a number` : `"${id}" is a number times a number`
}

function defaultRows(field: Field, path: Path): Found[] {
  const value = field.default
  if (!isTable(value)) return []
  return value.rows.flatMap((row, index) => {
    const at = [...path, 'rows', index, 'cells']
    const strange = Object.keys(row.cells).filter(
      (id) => !field.columns?.some((column) => column.id === id && !column.times),
    )
    const wrong = (field.columns ?? []).filter((column) => {
      const cell = cellOf(row, column)
      return cell !== undefined && checkCell(column, cell, currencyOf(field, value))
    })
    return [
      ...strange.map((id) => ({ path: at, message: `"${id}" is no column that is filled in` })),
      ...wrong.map(({ id }) => ({ path: at, message: `this is no value for the column "${id}"` })),
    ]
  })
}

/** A table stands below one clause, which has no list. */
function places({ fields }: Template, parts: TemplatePart[]): Found[] {
  const taken = new Set<string>()
  return parts.flatMap(({ clause, path, parent }): Found[] => {
    const { table } = clause ?? {}
    if (table === undefined) return []
    const say = (message: string): Found[] => [{ path: [...path, 'table'], message }]
    const field = fields.find(({ id }) => id === table)
    if (!field) return say(`there is no field "${table}"`)
    if (field.type !== 'table') return say(`"${table}" is a ${field.type} field, not a table`)
    if (clause?.items || !parent || parent.clause) return say('a table stands below a clause without items')
    if (taken.has(table)) return say(`the table "${table}" already stands below another clause`)
    taken.add(table)
    return []
  })
}

/** What amounts say of tables: only of the sum of a column, and of one that has figures. */
function totals(when: Condition | undefined, path: Path, { fields }: Template): Found[] {
  return leavesOf(when)
    .flatMap(({ leaf }) => amountsOf(leaf))
    .flatMap(function check(amount: Amount): Found[] {
      if (typeof amount === 'string')
        return fields.some(({ id, type }) => id === amount && type === 'table')
          ? [{ path, message: `"${amount}" is a table; compare { total: ${amount}.column }` }]
          : []
      if (typeof amount === 'number') return []
      if ('sum' in amount) return amount.sum.flatMap(check)
      if ('times' in amount) return amount.times.flatMap(check)
      if ('least' in amount) return amount.least.flatMap(check)
      if (!('total' in amount)) return []
      const [table, name] = amount.total.split('.')
      const column = fields.find(({ id }) => id === table)?.columns?.find(({ id }) => id === name)
      if (column && isFigures(column)) return []
      return [{ path, message: `"${amount.total}" is no column with figures` }]
    })
}
