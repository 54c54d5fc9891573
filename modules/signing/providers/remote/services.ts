import { tracedClient } from '#src/telemetry/spans.ts'
import type { ServiceName } from '../provider-name.ts'
import type { RemoteService } from './service.ts'

const services = new Map<ServiceName, RemoteService>()

/** The methods that make network calls. */
const CALLS: (keyof RemoteService)[] = [
  'authorise',
  'authorisation',
  'draft',
  'start',
  'progress',
  'signerLink',
  'remind',
  'correctContact',
  'extend',
  'revoke',
  'download',
  'evidence',
]

/** Registers a service of another company, so that it is offered to senders. */
export function offerService(name: ServiceName, service: RemoteService) {
  services.set(name, tracedClient(name, service, CALLS))
}

/** The services of other companies that this installation offers, in the order of the interface. */
export const offeredServices = (): [ServiceName, RemoteService][] => [...services]

/** Undefined for a service that is unknown or not offered. */
export const findService = (name: string): RemoteService | undefined => services.get(name as ServiceName)
