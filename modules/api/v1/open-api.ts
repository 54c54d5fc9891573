import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { config } from '#src/core/config.ts'
import { type Locale, translate } from '#src/core/i18n.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import { type FileType, type Operation, operationId } from '#src/http/programs/operation.ts'
import type { Translator } from '#views/language/messages.ts'
import { summaryOf } from './summary.ts'

/**
 * The JSON Schema of a schema. Checks that JSON Schema cannot express are omitted, but requests must pass
 * them too.
 */
export const schemaOf = (schema: v.GenericSchema) => {
  const { $schema: _, ...jsonSchema } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' })
  return jsonSchema
}

/** The description of JSON by its schema, or of a file (source: OpenAPI 3.1, 4.8.14.3). */
const contentOf = (content: v.GenericSchema | FileType) =>
  typeof content === 'string'
    ? { [mediaType(content)]: {} }
    : { 'application/json': { schema: schemaOf(content) } }

const PROBLEM = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'A code of the error catalogue' },
    detail: { type: 'string', description: 'In the language of the request' },
    field: { type: 'string' },
  },
}

/** The description of the API (source: OpenAPI 3.1), made from the schemas that check requests. */
export function describeApi(operations: readonly Operation[], locale: Locale) {
  const t = translate(locale)
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [operation.method]: describe(operation, t) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Qishu API',
      version: '1',
      description: 'Templates and documents for programs of a team. Times are ISO 8601 in UTC.',
    },
    servers: [{ url: `${config.baseUrl}/api/v1` }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM },
    },
  }
}

function describe(operation: Operation, t: Translator) {
  const pathParameters = [...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const summary = summaryOf(operation, t)
  const requestBody = operation.upload?.type ?? operation.body
  return {
    operationId: operationId(operation),
    summary,
    ...(operation.scope && { description: `Needs the permission ${operation.scope}.` }),
    parameters: [
      ...pathParameters,
      ...queryOf(operation),
      ...(operation.idempotent ? [IDEMPOTENCY_KEY] : []),
      LANGUAGE,
    ],
    ...(requestBody && { requestBody: { required: true, content: contentOf(requestBody) } }),
    responses: {
      [operation.status ?? 200]: { description: summary, content: contentOf(operation.answer) },
      default: {
        description: 'The request was refused',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Any text of at most 255 characters; a repeated request gets the first response for a day.',
  schema: { type: 'string', maxLength: 255 },
}

const LANGUAGE = {
  name: 'lang',
  in: 'query',
  description: 'The language of labels and messages; otherwise Accept-Language decides.',
  schema: { type: 'string', enum: ['zh_CN', 'zh_TW', 'en_US'] },
}

function queryOf({ query }: Operation) {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}
