import type { ProviderName } from '../../schema.ts'
import { registerProvider } from '../registry.ts'
import { remoteProvider } from './remote.ts'
import type { RemoteService } from './service.ts'

/** Our own service, or one of another company. */
export type ServiceName = Exclude<ProviderName, 'builtin'>

const services = new Map<ServiceName, RemoteService>()

/** Offers a service to senders from now on. */
export function offerService(name: ServiceName, service: RemoteService) {
  services.set(name, service)
  registerProvider(remoteProvider(name, service))
}

/** The services of other companies that this installation offers, in the order of the interface. */
export const offeredServices = (): [ServiceName, RemoteService][] => [...services]

/** Undefined for one that is not offered, or not any more. */
export const findService = (name: string): RemoteService | undefined => services.get(name as ServiceName)
