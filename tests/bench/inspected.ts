/** Bytes of a server's process, after everything that nothing leads to has been taken away. */
export interface Memory {
  rss: number
  /** Its JavaScript objects and the buffers that they hold. */
  heap: number
}

/** What `NODE_OPTIONS` make a server answer to the inspector. */
export const inspectedAt = (port: number) => `--inspect=127.0.0.1:${port}`

/** Talks to a server's inspector (source: Chrome DevTools Protocol, HeapProfiler and Runtime). */
export async function inspect(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((done, fail) => {
    socket.onopen = done
    socket.onerror = fail
  })
  let last = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<{ result?: { value: string } }>((done) => {
      const id = ++last
      const hear = ({ data }: MessageEvent) => {
        const said = JSON.parse(data)
        if (said.id !== id) return
        socket.removeEventListener('message', hear)
        done(said.result)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method, params }))
    })
  return {
    async memory(): Promise<Memory> {
      for (let n = 0; n < 3; n++) await ask('HeapProfiler.collectGarbage')
      const expression = 'JSON.stringify(process.memoryUsage())'
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true })
      const { rss, heapUsed, external } = JSON.parse(result!.value)
      return { rss, heap: heapUsed + external }
    },
    close: () => socket.close(),
  }
}
