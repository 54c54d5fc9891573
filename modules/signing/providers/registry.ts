import type { Document } from '#modules/documents/index.ts'
import type { ProviderName } from '../schema.ts'
import { builtin } from './builtin/builtin.ts'
import type { SigningProvider } from './provider.ts'

const PROVIDERS: Record<ProviderName, SigningProvider> = { builtin }

/** Every e-sign service there is, for what all of them take part in. */
export const allProviders = (): SigningProvider[] => Object.values(PROVIDERS)

/** The service that a document about to be signed goes through; the signing then names it for good. */
export const providerFor = (_document: Pick<Document, 'template' | 'answers'>): SigningProvider =>
  PROVIDERS.builtin

/** The service that a signing goes through. */
export const providerOf = ({ provider }: { provider: ProviderName }): SigningProvider => PROVIDERS[provider]
