import * as v from 'valibot'
import { expect } from 'vitest'
import { createKey } from '#modules/api/keys/key.ts'
import { createApp } from '#src/app/app.tsx'
import { DAY, now } from '#src/core/clock.ts'
import { newId } from '#src/core/ids.ts'
import type { Viewer } from '#src/core/viewer.ts'
import type { Db } from '#src/db/db.ts'
import { operations, type Scope } from '#src/http/programs/operation.ts'

/** Sets the plan of the viewer's team. */
export const setPlan = (db: Db, viewer: Viewer, plan: 'enterprise' | 'basic') =>
  db
    .updateTable('accounts.team')
    .set({ package: plan, package_ends_at: new Date(now().getTime() + 300 * DAY) })
    .where('id', '=', viewer.teamId)
    .execute()

/** Creates an API key for the viewer's team. */
export async function keyOf(
  db: Db,
  viewer: Viewer,
  scopes: Scope[],
  networks: string[] = [],
): Promise<string> {
  const form = { name: `System ${newId()}`, scopes, networks, days: 90 }
  return (await createKey(db, viewer, form, 'Automated user'))!
}

export interface ProgramCall {
  key?: string
  body?: object | Uint8Array
  idempotencyKey?: string
  lang?: string
}

export interface ProgramAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each operation answers with its own model
  model: any
  text: string
  bytes: Uint8Array
}

/** The operation of the API that answers a request. */
export function operationOf(method: string, path: string) {
  const [route] = path.split('?')
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`).test(route!)
  return operations.find((one) => one.method === method.toLowerCase() && fits(one.path))!
}

/**
 * A client with an API key, which sends an Idempotency-Key where one is required. It checks every response
 * against the API description: the schema of the operation, or problem details.
 */
export function programWith(db: Db, key: string) {
  return async (method: string, path: string, call: ProgramCall = {}): Promise<ProgramAnswer> => {
    const { body, lang = 'en_US', idempotencyKey = newId() } = call
    const isFile = body instanceof Uint8Array
    const answer = await createApp(db).request(
      `/api/v1${path}${path.includes('?') ? '&' : '?'}lang=${lang}`,
      {
        method,
        headers: {
          Authorization: `Bearer ${call.key ?? key}`,
          ...(body && { 'Content-Type': isFile ? 'application/pdf' : 'application/json' }),
          ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        },
        body: isFile ? new Uint8Array(body) : body && JSON.stringify(body),
      },
    )
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    const type = answer.headers.get('content-type')
    if (answer.status >= 300) {
      expect(type).toBe('application/problem+json')
      const model = JSON.parse(text)
      const problem = { status: answer.status, code: expect.any(String), detail: expect.any(String) }
      expect(model).toMatchObject(problem)
      return { status: answer.status, model, text, bytes }
    }
    const schema = operationOf(method, path).answer
    if (typeof schema === 'string') return { status: answer.status, model: { type }, text, bytes }
    const model = JSON.parse(text)
    expect([path, v.safeParse(schema, model).issues]).toEqual([path, undefined])
    return { status: answer.status, model, text, bytes }
  }
}
