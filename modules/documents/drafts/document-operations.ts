import * as v from 'valibot'
import { DocumentName } from '#assembly/characters/document-name.ts'
import { addOperation } from '#src/http/programs/operation.ts'
import { Languages, ListQuery, Moment, Page } from '#src/http/programs/shapes.ts'
import { STATES } from '../list/filter.ts'
import {
  changeByProgram,
  checkForProgram,
  createByProgram,
  DocumentShape,
  FieldsSchema,
  listForProgram,
  PartiesSchema,
  readForProgram,
} from './for-programs.ts'

const ListedDocument = v.object({
  id: v.string(),
  number: v.string(),
  name: v.string(),
  status: v.string(),
  kind: v.picklist(['drafted', 'imported']),
  updatedAt: Moment,
})

const NewDocument = v.strictObject({
  template: v.pipe(v.string(), v.maxLength(64)),
  name: v.optional(DocumentName),
  languages: v.optional(v.partial(Languages)),
})

const Changes = v.strictObject({
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  parties: v.optional(
    v.record(v.pipe(v.string(), v.regex(/^[a-j]$/)), v.partial(v.omit(PartiesSchema.pipe[0].item, ['key']))),
  ),
  fields: v.optional(v.record(FieldsSchema.key, v.nullable(FieldsSchema.value))),
})

const CheckShape = v.object({
  complete: v.boolean(),
  points: v.array(
    v.object({
      kind: v.string(),
      at: v.string(),
      field: v.nullable(v.string()),
      place: v.string(),
      message: v.string(),
      /** The name under which the point can be confirmed when the document is finalised. */
      confirmation: v.nullable(v.string()),
      /** Whether the point is confirmed with a reason instead of `yes`. */
      needsReason: v.boolean(),
    }),
  ),
})

addOperation({
  method: 'get',
  path: '/documents',
  scope: 'documents:read',
  query: v.object({ ...ListQuery.entries, status: v.optional(v.picklist(STATES)) }),
  answer: Page(ListedDocument),
  handle: ({ db, viewer, query }) => listForProgram(db, viewer, query),
})

addOperation({
  method: 'post',
  path: '/documents',
  scope: 'documents:write',
  body: NewDocument,
  answer: DocumentShape,
  status: 201,
  idempotent: true,
  handle: ({ db, viewer, body }) => createByProgram(db, viewer, body),
})

addOperation({
  method: 'get',
  path: '/documents/:id',
  scope: 'documents:read',
  answer: DocumentShape,
  handle: ({ db, viewer, id }) => readForProgram(db, viewer, id),
})

addOperation({
  method: 'patch',
  path: '/documents/:id',
  scope: 'documents:write',
  body: Changes,
  answer: DocumentShape,
  handle: ({ db, viewer, id, body }) => changeByProgram(db, viewer, id, body),
})

addOperation({
  method: 'get',
  path: '/documents/:id/check',
  scope: 'documents:read',
  answer: CheckShape,
  handle: ({ db, viewer, id, locale }) => checkForProgram(db, viewer, id, locale),
})
