import { idsIn, idsOfList, newPartId } from '../ids.ts'
import { objectsAt, type Source, setAt, setPair, textAt, valueAt } from '../source.ts'
import { readCondition, writeCondition } from './condition.ts'
import { readPosition, writePosition } from './position.ts'
import { withPartyMarks } from './tidy.ts'
import {
  type PartForm,
  readFlag,
  readTwin,
  readWords,
  type Values,
  writeFlag,
  writeTwin,
  writeWords,
} from './values.ts'

const FLAGS = ['emphasis', 'fixed', 'statutory'] as const

/** A clause, an item or a recital with its alternatives. */
export const clauseForm: PartForm = {
  read(data, path) {
    const alternatives = objectsAt(data, [...path, 'alternatives'])
    return {
      ...readTwin(data, path, ''),
      ...readPosition(data, path, ''),
      ...readWords(data, [...path, 'guidance'], 'guidance'),
      ...readCondition(valueAt(data, [...path, 'when'])),
      droppable: valueAt(data, [...path, 'droppable']) === false ? '' : 'yes',
      ...Object.fromEntries(FLAGS.map((flag) => [flag, readFlag(data, [...path, flag])])),
      table: textAt(data, [...path, 'table']),
      join: textAt(data, [...path, 'join']),
      alternatives: String(alternatives.length),
      ...Object.assign(
        {},
        ...alternatives.map((_, index) => ({
          ...readTwin(data, [...path, 'alternatives', index], `alternatives.${index}`),
          ...readWords(data, [...path, 'alternatives', index, 'label'], `alternatives.${index}.label`),
          ...readPosition(data, [...path, 'alternatives', index], `alternatives.${index}`),
        })),
      ),
    }
  },

  write(source, path, values) {
    const { data } = source
    const partyCount = Math.max(
      objectsAt(data, ['parties']).length,
      Number(valueAt(data, ['moreParties', 'upTo']) ?? 0),
    )
    const tidy = (text: string) => withPartyMarks(text, partyCount)
    if (!textAt(data, [...path, 'id']))
      setAt(source, [...path, 'id'], newPartId(values.en ?? '', idsIn(data), 'clause'))
    setAt(source, [...path, 'droppable'], values.droppable === 'yes' ? undefined : false)
    writeTwin(source, path, values, '', tidy)
    writePosition(source, path, values, '')
    writeCondition(source, path, values)
    for (const flag of FLAGS) writeFlag(source, [...path, flag], values[flag])
    writeAlternatives(source, path, values, tidy)
    if (values.table !== undefined) setAt(source, [...path, 'table'], values.table)
    if (values.join !== undefined) setAt(source, [...path, 'join'], values.join)
    writeWords(source, [...path, 'guidance'], values, 'guidance')
  },
}

function writeAlternatives(
  source: Source,
  path: (string | number)[],
  values: Values,
  tidy: (text: string) => string,
) {
  const list = [...path, 'alternatives']
  const count = objectsAt(source.data, list).length
  const usedIds = idsOfList(source.data, list)
  const emptyIndexes: number[] = []
  for (let index = 0; index <= count; index++) {
    const name = `alternatives.${index}`
    const texts = ['zh', 'en', 'label.zh_CN', 'label.en_US'].map(
      (key) => values[`${name}.${key}`]?.trim() ?? '',
    )
    const entryPath = [...list, index]
    if (!texts.some(Boolean)) {
      if (index < count) emptyIndexes.push(index)
      continue
    }
    if (index === count) {
      setAt(source, entryPath, { id: newPartId(texts[3]!, usedIds, 'alternative') })
    }
    writeWords(source, [...entryPath, 'label'], values, `${name}.label`)
    writeTwin(source, entryPath, values, name, tidy)
    writePosition(source, entryPath, values, name)
  }
  for (const index of emptyIndexes.toReversed()) source.document.deleteIn([...list, index])
  if (count > 0 && emptyIndexes.length === count && !valueAt(source.document.toJS(), [...list, 0]))
    setPair(source, path, { alternatives: '' })
}
