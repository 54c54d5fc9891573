import type { SigningProvider } from './provider.ts'
import type { ProviderName } from './provider-name.ts'

const providers = new Map<ProviderName, SigningProvider>()

/** Called by each provider when it is loaded. */
export function registerProvider(provider: SigningProvider) {
  providers.set(provider.name, provider)
}

/** All e-sign providers, for events that concern all of them. */
export const allProviders = (): SigningProvider[] => [...providers.values()]

/** The providers that senders can choose. */
export const offeredProviders = (): SigningProvider[] => allProviders().filter(({ isOffered }) => isOffered)

/** The provider of a signatory, which may no longer be offered. */
export const providerOf = ({ provider }: { provider: ProviderName }): SigningProvider =>
  providers.get(provider)!
