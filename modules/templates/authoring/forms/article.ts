import { hasBlock, idsIn, newPartId } from '../ids.ts'
import { listAt, setAt, setInline, textAt, valueAt } from '../source.ts'
import { readCondition, writeCondition } from './condition.ts'
import { type PartForm, readFlag, readTwin, readWords, writeFlag, writeTwin, writeWords } from './values.ts'

/** The title, condition and layout of an article or an annex. */
export const articleForm: PartForm = {
  read: (data, path) => ({
    ...readTwin(data, [...path, 'title'], 'title'),
    ...readWords(data, [...path, 'guidance'], 'guidance'),
    ...readCondition(valueAt(data, [...path, 'when'])),
    unnumbered: readFlag(data, [...path, 'unnumbered']),
    pageBreak: textAt(data, [...path, 'pageBreak']) && 'yes',
  }),

  write(source, path, values) {
    const { data } = source
    if (!textAt(data, [...path, 'id']))
      setAt(source, [...path, 'id'], newPartId(values['title.en'] ?? '', idsIn(data), 'article'))
    writeTwin(source, [...path, 'title'], values, 'title')
    writeFlag(source, [...path, 'unnumbered'], values.unnumbered)
    setAt(source, [...path, 'pageBreak'], values.pageBreak === 'yes' ? 'after' : undefined)
    writeCondition(source, path, values)
    writeWords(source, [...path, 'guidance'], values, 'guidance')
    if (!valueAt(data, [...path, 'clauses']))
      setAt(source, [...path, 'clauses'], [{ id: newPartId('', idsIn(data), 'clause') }])
  },
}

/** A shared block among the articles: the clauses of the block that are left out. */
export const blockForm: PartForm = {
  read: (data, path) => ({
    block: textAt(data, [...path, 'block']),
    ...Object.fromEntries(listAt(data, [...path, 'without']).map((id) => [`without.${String(id)}`, 'yes'])),
  }),

  write(source, path, values) {
    if (!hasBlock(valueAt(source.data, path))) return
    const omittedIds = Object.keys(values)
      .filter((name) => name.startsWith('without.') && values[name] === 'yes')
      .map((name) => name.slice('without.'.length))
    setInline(source, [...path, 'without'], omittedIds)
  },
}
