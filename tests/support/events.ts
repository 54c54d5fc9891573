export interface LiveEvent {
  kind: string
  data: Record<string, unknown>
}

/** Reads the server-sent events of a body one by one; null at its end. Skips `retry` and comments. */
export function eventsIn(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const nextEvent = async (): Promise<LiveEvent | null> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const event = /^event: (\w+)\ndata: ([^\n]*)$/.exec(text.slice(0, end))
        text = text.slice(end + 2)
        if (event) return { kind: event[1]!, data: JSON.parse(event[2]!) }
        continue
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += decoder.decode(value, { stream: true })
    }
  }
  return { next: nextEvent, leave: () => reader.cancel() }
}

export type Events = ReturnType<typeof eventsIn>
