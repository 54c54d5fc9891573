import type { ServiceName } from '../provider-name.ts'
import type { RemoteService } from './service.ts'

const services = new Map<ServiceName, RemoteService>()

/** Offers a service of another company to senders from now on. */
export function offerService(name: ServiceName, service: RemoteService) {
  services.set(name, service)
}

/** The services of other companies that this installation offers, in the order of the interface. */
export const offeredServices = (): [ServiceName, RemoteService][] => [...services]

/** Undefined for a name that is unknown or not offered. */
export const findService = (name: string): RemoteService | undefined => services.get(name as ServiceName)
