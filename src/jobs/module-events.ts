import type { Db } from '#src/db/db.ts'

/** Every event by name; a module adds its own in its events.ts by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the modules
export interface ModuleEvents {}

type Listener<N extends keyof ModuleEvents> = (trx: Db, event: ModuleEvents[N]) => Promise<void>

const listeners = new Map<string, Listener<never>[]>()

/** Subscribes a listener. Only src/app/events.ts calls this, so that one file shows all subscriptions. */
export function listen<N extends keyof ModuleEvents>(name: N, listener: Listener<N>) {
  listeners.set(name, [...(listeners.get(name) ?? []), listener as Listener<never>])
}

/** Runs the listeners within the caller's transaction; listeners only write rows and enqueue jobs. */
export async function emit<N extends keyof ModuleEvents>(trx: Db, name: N, event: ModuleEvents[N]) {
  for (const listener of listeners.get(name) ?? []) await (listener as Listener<N>)(trx, event)
}
