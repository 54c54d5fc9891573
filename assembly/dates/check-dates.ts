import type { Fault } from '../template/faults.ts'
import type { Template } from '../template/template.ts'
import { type FaultAtPath, repeated } from '../template/template-parts.ts'
import { periodOf, sourcesOf } from './key-date.ts'

/** Checks that key dates refer to existing dates and periods. */
export function checkDates(template: Template): FaultAtPath[] {
  const { dates = [], fields } = template
  const types = new Map<string, string>([['signed', 'date']])
  for (const { id, type, columns = [] } of fields) {
    types.set(id, type)
    for (const column of columns) types.set(`${id}.${column.id}`, column.type)
  }
  const faultsOfDates: FaultAtPath[] = repeated(dates, ['dates'])
  for (const [index, { id }] of fields.entries())
    if (id === 'signed')
      faultsOfDates.push({ path: ['fields', index, 'id'], code: 'idReserved', values: { id } })
  for (const [index, { id, on }] of dates.entries()) {
    if (types.has(id)) faultsOfDates.push({ path: ['dates', index, 'id'], code: 'idTaken', values: { id } })
    const period = periodOf(on)
    const faults = [
      ...sourcesOf(on).map((source) => wrongType(source, types.get(source), 'date')),
      ...(typeof period === 'string' ? [wrongType(period, types.get(period), 'period')] : []),
    ]
    for (const fault of faults) if (fault) faultsOfDates.push({ path: ['dates', index, 'on'], ...fault })
    if (!types.has(id)) types.set(id, 'date')
  }
  return faultsOfDates
}

function wrongType(id: string, type: string | undefined, requiredType: 'date' | 'period'): Fault | undefined {
  if (type === requiredType) return undefined
  if (!type) return { code: requiredType === 'date' ? 'noDate' : 'noField', values: { id } }
  return { code: requiredType === 'date' ? 'noDayIn' : 'noPeriodIn', values: { id, type } }
}
