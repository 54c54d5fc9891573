import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin of a request. */
export interface Origin {
  /** The client's address, and the network by which it is limited. */
  address: string
  network: string
  /** The user agent, of two hundred characters at most. */
  device: string
}

interface Request extends Origin {
  id: string
}

const current = new AsyncLocalStorage<Request>()

/** Runs a request so that each of its log lines has its id, and security events have its origin. */
export const withRequest = <T>(request: Request, work: () => T): T => current.run(request, work)

export const requestId = (): string | undefined => current.getStore()?.id

/** Empty for commands and jobs. */
export function requestOrigin(): Origin {
  const { address = '', network = '', device = '' } = current.getStore() ?? {}
  return { address, network, device }
}
