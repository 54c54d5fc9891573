import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin of a request. */
export interface Origin {
  /** The client's address, and the network that limits apply to. */
  address: string
  network: string
  /** The user agent, at most two hundred characters of it. */
  device: string
}

interface Request extends Origin {
  id: string
}

const current = new AsyncLocalStorage<Request>()

/** Runs a request so that its log lines contain its id, and security events its origin. */
export const withRequest = <T>(request: Request, work: () => T): T => current.run(request, work)

export const requestId = (): string | undefined => current.getStore()?.id

/** The origin of the current request; empty in commands and jobs. */
export function requestOrigin(): Origin {
  const { address = '', network = '', device = '' } = current.getStore() ?? {}
  return { address, network, device }
}
