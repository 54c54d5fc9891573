import * as v from 'valibot'
import type { Reply } from '../services/server.ts'

/** A business error: HTTP 200 with an integer code. */
export class Refusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const success = (data: unknown): Reply => envelope(0, '成功', data)
export const failure = ({ code, message }: Refusal): Reply => envelope(code, message, null)

const envelope = (code: number, message: string, data: unknown): Reply => ({
  status: 200,
  body: JSON.stringify({ code, message, data }),
})

/** The parsed body; throws the service's error about an invalid parameter. */
export function parseBody<Shape extends v.GenericSchema>(shape: Shape, body: Buffer): v.InferOutput<Shape> {
  const read = v.safeParse(shape, JSON.parse(body.toString('utf8') || '{}'))
  if (!read.success) throw new Refusal(1435002, `参数错误: ${v.summarize(read.issues)}`)
  return read.output
}
