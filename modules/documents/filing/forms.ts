import * as v from 'valibot'
import { isId } from '#src/core/ids.ts'
import { NO_FOLDER } from '../list/filter.ts'
import type { Filing } from './file-documents.ts'
import { COLOURS, LABEL_KINDS } from './schema.ts'

const Name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('common.problem.required'),
  v.maxLength(40, 'common.problem.tooLong'),
)

export const LabelForm = v.object({
  kind: v.picklist(LABEL_KINDS, 'common.problem.selected'),
  name: Name,
  colour: v.optional(v.picklist(COLOURS, 'common.problem.selected'), 'grey'),
})

export const ViewForm = v.object({ name: Name, query: v.optional(v.string(), '') })

/** The input of the form for the chosen documents. */
export function readFiling(values: Record<string, string>): Filing {
  const { folder = '', archived = '' } = values
  const tags = (beginning: string) =>
    Object.keys(values)
      .filter((name) => name.startsWith(beginning))
      .map((name) => name.slice(beginning.length))
      .filter(isId)
  return {
    folder: folder === NO_FOLDER || isId(folder) ? folder : '',
    added: tags('add-'),
    removed: tags('remove-'),
    archived: archived === 'yes' || archived === 'no' ? archived : '',
  }
}
