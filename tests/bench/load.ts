import { Agent, get } from 'node:http'

export const AT_ONCE = 16

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

export function fetchOnce(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, fail) => {
    get(address, { agent, headers }, (answer) => {
      let size = 0
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
      })
      answer.on('end', () =>
        answer.statusCode === 200 ? done(size) : fail(new Error(`${address}: ${answer.statusCode}`)),
      )
    }).on('error', fail)
  })
}

/** Sixteen clients request the same page repeatedly; returns the elapsed milliseconds per page. */
export async function load(address: string, headers: Record<string, string>, count: number): Promise<number> {
  let remaining = count
  const start = performance.now()
  const browser = async () => {
    while (remaining-- > 0) await fetchOnce(address, headers)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, browser))
  return (performance.now() - start) / count
}

export const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const PAGES = ['/acct/login', '/mgmt/home']

/** The duration in milliseconds of each of `count` requests, two at a time, half of them logged in. */
export async function timesOf(base: string, cookie: string, count: number): Promise<number[]> {
  const took: number[] = []
  let remaining = count
  const browser = async () => {
    for (let n = remaining--; n > 0; n = remaining--) {
      const startedAt = performance.now()
      await fetchOnce(base + PAGES[n % 2]!, n % 2 ? { cookie } : {})
      took.push(performance.now() - startedAt)
    }
  }
  await Promise.all([browser(), browser()])
  return took
}

/** The value at this share of the sorted numbers. */
export const valueAt = (share: number, numbers: number[]) =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length * share)]!
