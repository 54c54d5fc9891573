import * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { type Operation, operationId, operations } from '#src/http/programs/operation.ts'

type Arguments = Record<string, unknown>

interface ToolRequest {
  id?: string
  query?: Arguments
  body?: Arguments
  upload?: Uint8Array
}

/** An operation of the API that an assistant can call. */
export interface Tool {
  name: string
  /** The `operationId`. The key must also have the scope of the operation. */
  operation: string
  input: v.GenericSchema<unknown, Arguments>
  requestOf: (input: Arguments) => ToolRequest
  /** Whether the result lists the pages on which a person continues with the document. */
  concernsDocument?: true
}

const id = v.pipe(v.string(), v.maxLength(64))
const keyword = v.optional(v.pipe(v.string(), v.maxLength(100)))

const documentInput = { input: v.object({ id }), requestOf: ({ id }: Arguments) => ({ id: id as string }) }

/** The largest file in a call, in bytes; a larger one can be checked on the website. */
const MAX_FILE_BYTES = 2_000_000

/**
 * The tools. None of them finalises a document, starts a review or a signing, or spends a use of signing:
 * the results list the pages on which a person confirms these steps.
 */
export const toolsOf = (): Tool[] => [
  {
    name: 'search_templates',
    operation: 'getTemplates',
    input: v.object({ keyword }),
    requestOf: (query) => ({ query }),
  },
  {
    name: 'describe_template',
    operation: 'getTemplatesCode',
    input: v.object({ code: id }),
    requestOf: ({ code }) => ({ id: code as string }),
  },
  {
    name: 'list_documents',
    operation: 'getDocuments',
    input: v.object({ keyword, after: v.optional(v.pipe(v.string(), v.maxLength(500))) }),
    requestOf: (query) => ({ query }),
  },
  {
    name: 'create_document',
    operation: 'postDocuments',
    input: v.object(bodyOf('postDocuments')),
    requestOf: (body) => ({ body }),
    concernsDocument: true,
  },
  { name: 'read_document', operation: 'getDocumentsId', ...documentInput, concernsDocument: true },
  {
    name: 'fill_in_document',
    operation: 'patchDocumentsId',
    input: v.object({ id, ...bodyOf('patchDocumentsId') }),
    requestOf: ({ id, ...body }) => ({ id: id as string, body }),
    concernsDocument: true,
  },
  { name: 'check_document', operation: 'getDocumentsIdCheck', ...documentInput, concernsDocument: true },
  { name: 'review_status', operation: 'getDocumentsIdReview', ...documentInput },
  { name: 'signing_status', operation: 'getDocumentsIdSigning', ...documentInput },
  {
    name: 'verify_pdf',
    operation: 'postVerification',
    input: v.object({
      base64: v.pipe(v.string(), v.base64(), v.maxLength(Math.ceil((MAX_FILE_BYTES * 4) / 3))),
    }),
    requestOf: ({ base64 }) => ({ upload: Buffer.from(base64 as string, 'base64') }),
  },
]

export const operationOf = ({ operation }: Pick<Tool, 'operation'>): Operation =>
  operations.find((one) => operationId(one) === operation)!

/** The fields of an operation's body. */
function bodyOf(operation: string): v.ObjectEntries {
  const { body } = operationOf({ operation })
  return (body as v.StrictObjectSchema<v.ObjectEntries, undefined>).entries
}

/** The pages on which a person continues with a document. */
export function pagesOf(id: string) {
  const pageUrl = `${config.baseUrl}/mgmt/${id}`
  return {
    view: `${pageUrl}/view-doc`,
    edit: `${pageUrl}/edit-doc`,
    review: `${pageUrl}/invite-review`,
    finalise: `${pageUrl}/finalisation`,
    sign: `${pageUrl}/sign-setting`,
  }
}
