import type { ServiceName } from '../provider-name.ts'
import { registerProvider } from '../registry.ts'
import { remoteProvider } from './remote.ts'
import type { RemoteService } from './service.ts'
import { addService } from './services.ts'

/** Offers a service to senders from now on. */
export function offerService(name: ServiceName, service: RemoteService) {
  addService(name, service)
  registerProvider(remoteProvider(name, service))
}
