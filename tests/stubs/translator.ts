import { configure } from '#tests/support/configured.ts'
import { startGateway } from './gateway.ts'

/** The endpoint's translation of a text; the text is marked by `word`. */
type Translate = (words: string, system: string) => string

const Han = /\p{Script=Han}/u

/** Translates Chinese to English and the reverse, keeping every ⟦0⟧ and number. */
export const mirrored: Translate = (words) => {
  const values = [...words.matchAll(/⟦\d+⟧|\d[\d,.]*/g)].map(([one]) => one)
  return Han.test(words) ? `The parties agree ${values.join(' and ')}` : `双方同意 ${values.join(' ')}`
}

/** A simulated endpoint with OpenAI's protocol (source: OpenAI API reference, chat completions). */
export async function startTranslator() {
  const translator = {
    translate: mirrored,
    /** How a response ends: completely, halfway, or never. */
    ending: 'done' as 'done' | 'broken off' | 'endless',
    requests: [] as { system: string; words: string; body: Record<string, unknown> }[],
    /** All received requests: address, headers and body. */
    received: [] as string[],
  }
  const gateway = await startGateway(({ method, url, headers, body }) => {
    translator.received.push(`${method} ${url.href}\n${JSON.stringify(headers)}\n${body}`)
    if (url.pathname !== '/v1/chat/completions' || headers.authorization !== 'Bearer key-1')
      return { status: 401, body: '{"error":{"message":"Incorrect API key"}}' }
    const request = JSON.parse(body) as { messages: { content: string }[] }
    const [system, user] = request.messages.map(({ content }) => content) as [string, string]
    const words = /^<text>([\s\S]*)<\/text>$/.exec(user)?.[1] ?? user
    translator.requests.push({ system, words, body: request })
    const text = translator.translate(words, system)
    const pieces = text.match(/[\s\S]{1,7}/gu) ?? []
    const events = pieces.map(
      (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
    )
    const end = { done: 'data: [DONE]\n\n', 'broken off': '', endless: events.join('').repeat(4000) }
    return {
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: events.join('') + end[translator.ending],
    }
  })
  const connect = () =>
    configure({
      TRANSLATION_URL: `${gateway.url}/v1`,
      TRANSLATION_MODEL: 'model-1',
      TRANSLATION_KEY: 'key-1',
    })
  return Object.assign(translator, { gateway, connect, close: gateway.close })
}
