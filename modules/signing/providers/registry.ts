import type { SigningProvider } from './provider.ts'
import type { ProviderName } from './provider-name.ts'

const providers = new Map<ProviderName, SigningProvider>()

/** Called once by each provider when it is loaded. */
export function registerProvider(provider: SigningProvider) {
  providers.set(provider.name, provider)
}

/** Every e-sign provider, for events that concern all of them. */
export const allProviders = (): SigningProvider[] => [...providers.values()]

/** The providers that senders can choose. */
export const offeredProviders = (): SigningProvider[] => allProviders().filter(({ isOffered }) => isOffered)

/** The provider of a signatory, which need not be offered any more. */
export const providerOf = ({ provider }: { provider: ProviderName }): SigningProvider =>
  providers.get(provider)!
