import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs a request so that each of its log lines has this id. */
export const withRequestId = <T>(id: string, work: () => T): T => current.run(id, work)

export const requestId = (): string | undefined => current.getStore()
