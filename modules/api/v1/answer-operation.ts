import * as v from 'valibot'
import { AppError } from '#src/core/errors.ts'
import { hashOf } from '#src/core/secrets.ts'
import type { Db } from '#src/db/db.ts'
import { mediaType } from '#src/files/pictures/picture.ts'
import { bodyType, readBytes, readJson } from '#src/http/body.ts'
import { sendAttachment } from '#src/http/envelope.ts'
import type { Operation, ProgramFile, Upload } from '#src/http/programs/operation.ts'
import { type Ctx, viewerOf } from '#src/http/web.ts'
import { answerOnce, type StoredAnswer } from './idempotency.ts'

/** Checks the request, runs the operation and sends its result. */
export async function answerOperation(c: Ctx, operation: Operation, keyId: string): Promise<Response> {
  const request = {
    db: c.var.db,
    viewer: viewerOf(c),
    locale: c.var.locale,
    id: c.req.param('id') ?? c.req.param('code') ?? '',
    query: operation.query ? readQuery(c, operation.query) : undefined,
    body: operation.body ? await readJson(c, operation.body) : undefined,
    upload: operation.upload ? await readUpload(c, operation.upload) : new Uint8Array(),
  }
  c.header('Cache-Control', 'no-store')
  if (typeof operation.answer === 'string') {
    const { name, bytes } = (await operation.handle(request)) as ProgramFile
    return sendAttachment(c, name, mediaType(operation.answer), bytes)
  }
  const answer = async (db: Db): Promise<StoredAnswer> => ({
    status: operation.status ?? 200,
    body: JSON.stringify(await operation.handle({ ...request, db })),
  })
  if (!operation.idempotent) return sendAnswer(c, await answer(c.var.db))
  const { query, body, upload } = request
  const requestParts = [operation.method, c.req.path, query ?? null, body ?? null, hashOf(upload)]
  const fingerprint = hashOf(JSON.stringify(requestParts))
  const attempt = { keyId, idempotencyKey: idempotencyKeyOf(c), fingerprint }
  return sendAnswer(c, await answerOnce(c.var.db, attempt, answer))
}

const sendAnswer = (c: Ctx, { status, body }: StoredAnswer) =>
  c.body(body, status as 200, { 'Content-Type': 'application/json' })

function idempotencyKeyOf(c: Ctx): string {
  const key = c.req.header('idempotency-key')?.trim() ?? ''
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  throw new AppError('INVALID_FIELD', {}, 'api.problem.idempotencyMissing')
}

async function readUpload(c: Ctx, { type, max }: Upload) {
  if (bodyType(c) !== mediaType(type)) throw new AppError('UNSUPPORTED_TYPE')
  return readBytes(c, max)
}

function readQuery(c: Ctx, schema: v.GenericSchema): unknown {
  const { lang: _, ...query } = c.req.query()
  const result = v.safeParse(schema, query)
  if (result.success) return result.output
  throw new AppError('INVALID_FIELD', { field: v.getDotPath(result.issues[0]) ?? '' })
}
