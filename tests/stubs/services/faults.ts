import type { RemoteService } from '#modules/signing/providers/remote/service.ts'
import type { Call, FailureKind, Server } from './server.ts'

/** A call of the port that sends a request to the service. */
export type PortStep = Exclude<keyof RemoteService, 'capabilities' | 'acknowledgement' | 'readCallback'>

/** The request by which an adapter carries out each step. */
export type CallsOfSteps = Partial<Record<PortStep, (call: Call) => boolean>>

/** Faults of a service. */
export interface Faults {
  /** Lets the next request fail, or the next request by which the adapter carries out this step. */
  fail(how: FailureKind, step?: PortStep): void
  /** Whether the requested failure has not happened yet. */
  readonly isFailing: boolean
  /** While true, every request fails. */
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
