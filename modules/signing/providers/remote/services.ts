import type { ServiceName } from '../provider-name.ts'
import type { RemoteService } from './service.ts'

/** Our own service, or one of another company. */
const services = new Map<ServiceName, RemoteService>()

/** Called by `offer.ts` alone, which also registers the provider. */
export function addService(name: ServiceName, service: RemoteService) {
  services.set(name, service)
}

/** The services of other companies that this installation offers, in the order of the interface. */
export const offeredServices = (): [ServiceName, RemoteService][] => [...services]

/** Undefined for one that is not offered, or not any more. */
export const findService = (name: string): RemoteService | undefined => services.get(name as ServiceName)
