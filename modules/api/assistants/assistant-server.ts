import type { CallToolResult, McpServer, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { translate } from '#src/core/i18n.ts'
import { asAppError } from '#src/http/errors/error-page.tsx'
import { logRefused } from '#src/http/refusals.ts'
import { type Ctx, viewerOf } from '#src/http/web.ts'
import type { KeyAccess } from '../keys/key.ts'
import { schemaOf } from '../v1/open-api.ts'
import { summaryOf } from '../v1/summary.ts'
import { operationOf, pagesOf, type Tool, toolsOf } from './tools.ts'

/** The server for one request of an assistant, with the tools that the scopes of its key allow. */
export async function assistantServer(c: Ctx, { scopes }: KeyAccess): Promise<McpServer> {
  const { McpServer } = await import('@modelcontextprotocol/server')
  const t = translate(c.var.locale)
  const server = new McpServer(
    { name: 'qishu', version: '1' },
    { capabilities: { tools: {} }, instructions: t('api.assistants.instructions') },
  )
  for (const tool of toolsOf()) {
    const operation = operationOf(tool)
    if (operation.scope && !scopes.includes(operation.scope)) continue
    const readOnlyHint = operation.method === 'get' || operation.upload !== undefined
    server.registerTool(
      tool.name,
      {
        description: summaryOf(operation, t),
        inputSchema: withJsonSchema(tool.input),
        annotations: { readOnlyHint, destructiveHint: false, openWorldHint: false },
      },
      (input) => callTool(c, tool, input),
    )
  }
  return server
}

/**
 * Adds the description as JSON Schema, because the library's own function refuses checks that it cannot
 * describe.
 */
function withJsonSchema({ ...schema }: Tool['input']) {
  const describeInput = () => schemaOf(schema)
  const jsonSchema = { input: describeInput, output: describeInput }
  const standard = { ...schema['~standard'], jsonSchema }
  return { ...schema, '~standard': standard } as StandardSchemaWithJSON<unknown, Record<string, unknown>>
}

/** Returns an error that a person can correct as a result, so that the assistant reads the reason. */
async function callTool(c: Ctx, tool: Tool, input: Record<string, unknown>): Promise<CallToolResult> {
  try {
    const answer = await performOperation(c, tool, input)
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
  } catch (cause) {
    const error = await asAppError(c, cause)
    logRefused(c, error)
    const { code, words, details } = error
    const problem = { code, detail: translate(c.var.locale)(words, details), field: details.field }
    return { content: [{ type: 'text', text: JSON.stringify(problem) }], isError: true }
  }
}

async function performOperation(c: Ctx, tool: Tool, input: Record<string, unknown>) {
  const operation = operationOf(tool)
  const { id = '', query = {}, body, upload = new Uint8Array() } = tool.requestOf(input)
  const answer = await operation.handle({
    db: c.var.db,
    viewer: viewerOf(c),
    locale: c.var.locale,
    id,
    query: operation.query && parseInput(operation.query, query),
    body: operation.body && parseInput(operation.body, body),
    upload,
  })
  const record = answer as Record<string, unknown>
  if (!tool.concernsDocument) return record
  return { ...record, pages: pagesOf((record.id as string | undefined) ?? id) }
}

function parseInput(schema: v.GenericSchema, value: unknown): unknown {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw new AppError('INVALID_FIELD', { field: v.getDotPath(result.issues[0]) ?? '' })
}
