import type { RemoteService } from '#modules/signing/providers/remote/service.ts'
import type { Call, FailureKind, Server } from './server.ts'

/** A call of the port, without those that reach no service. */
export type PortStep = Exclude<keyof RemoteService, 'capabilities' | 'acknowledgement' | 'readCallback'>

/** By which call an adapter does the work of a step. */
export type CallsOfSteps = Partial<Record<PortStep, (call: Call) => boolean>>

/** What can go wrong with a service. */
export interface Faults {
  /** The next call fails; with a step the next one by which the adapter does the work of this step. */
  fail(how: FailureKind, step?: PortStep): void
  /** Whether the failure that was asked for has not happened yet. */
  readonly isFailing: boolean
  /** Every call fails until it is reset. */
  isDown: boolean
}

export function withFaults<Stub extends object>(
  stub: Stub,
  server: Pick<Server, 'fail' | 'isDown'>,
  calls: CallsOfSteps,
): Stub & Faults {
  const faults: Faults = {
    fail(how, step) {
      if (step && !calls[step]) throw new Error(`This adapter has no step ${step}`)
      server.fail = { times: 1, how, at: step && calls[step] }
    },
    get isFailing() {
      return server.fail !== null
    },
    get isDown() {
      return server.isDown
    },
    set isDown(isDown) {
      server.isDown = isDown
    },
  }
  return Object.defineProperties(stub as Stub & Faults, Object.getOwnPropertyDescriptors(faults))
}
