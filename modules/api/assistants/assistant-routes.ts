import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { readJson } from '#src/http/body.ts'
import type { Ctx } from '#src/http/web.ts'
import type { KeyAccess } from '../keys/key.ts'
import { assistantServer } from './assistant-server.ts'

/** The path to which assistants send their requests. */
export const ASSISTANTS = '/mcp'

const MB = 1024 * 1024

/**
 * Answers a request of an assistant by the Model Context Protocol, in its stateless revision 2026-07-28 and
 * in earlier revisions. Throws ACCESS_DENIED unless the key is for assistants.
 */
export async function answerAssistant(c: Ctx, access: KeyAccess): Promise<Response> {
  if (!access.scopes.includes('assistants:use'))
    throw new AppError('ACCESS_DENIED', { scope: 'assistants:use' }, 'api.problem.scope')
  const { createMcpHandler } = await import('@modelcontextprotocol/server')
  const parsedBody = c.req.method === 'POST' ? await readJson(c, v.unknown(), 4 * MB) : undefined
  const handler = createMcpHandler(() => assistantServer(c, access))
  return handler.fetch(c.req.raw, { parsedBody })
}
