/** Bytes of a server process after a garbage collection. */
export interface Memory {
  rss: number
  /** JavaScript objects and the buffers that they own. */
  heap: number
}

/** `NODE_OPTIONS` that open the inspector of a server. */
export const inspectedAt = (port: number) => `--inspect=127.0.0.1:${port}`

/** A thread of the server with its own heap. */
interface Attached {
  sessionId: string
}

/**
 * Connects to a server's inspector (sources: Chrome DevTools Protocol, HeapProfiler and Runtime; Node's
 * NodeWorker for its threads).
 */
export async function inspect(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((done, fail) => {
    socket.onopen = done
    socket.onerror = fail
  })
  let lastId = 0
  const threads = new Set<string>()
  const openCalls = new Map<
    number,
    { thread?: string; done: (result: { result?: { value: string } }) => void }
  >()
  const hear = (event: { id?: number; result?: object; method?: string; params?: object }) => {
    if (event.id) openCalls.get(event.id)?.done(event.result ?? {})
    const { sessionId, message } = (event.params ?? {}) as Attached & { message: string }
    if (event.method === 'NodeWorker.attachedToWorker') threads.add(sessionId)
    if (event.method === 'NodeWorker.detachedFromWorker') {
      threads.delete(sessionId)
      for (const { thread, done } of openCalls.values()) if (thread === sessionId) done({})
    }
    if (event.method === 'NodeWorker.receivedMessageFromWorker') hear(JSON.parse(message))
  }
  socket.addEventListener('message', ({ data }) => hear(JSON.parse(data)))
  const call = (method: string, params: object = {}, thread?: string) =>
    new Promise<{ result?: { value: string } }>((done) => {
      const id = ++lastId
      openCalls.set(id, {
        thread,
        done(result) {
          openCalls.delete(id)
          done(result)
        },
      })
      const message = JSON.stringify({ id, method, params })
      if (!thread) socket.send(message)
      else void call('NodeWorker.sendMessageToWorker', { message, sessionId: thread })
    })
  await call('NodeWorker.enable', { waitForDebuggerOnStart: false })
  return {
    /** Collects garbage in the process and in each of its threads; `heap` is that of the process only. */
    async memory(): Promise<Memory> {
      for (let n = 0; n < 3; n++)
        for (const thread of [undefined, ...threads]) await call('HeapProfiler.collectGarbage', {}, thread)
      const expression = 'JSON.stringify(process.memoryUsage())'
      const { result } = await call('Runtime.evaluate', { expression, returnByValue: true })
      const { rss, heapUsed, external } = JSON.parse(result!.value)
      return { rss, heap: heapUsed + external }
    },
    close: () => socket.close(),
  }
}
