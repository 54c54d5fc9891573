import type { Document } from '#modules/documents/index.ts'
import type { ProviderName } from '../schema.ts'
import { builtin } from './builtin/builtin.ts'
import type { SigningProvider } from './provider.ts'

const PROVIDERS: Record<ProviderName, SigningProvider> = { builtin }

/** Every e-sign provider, for events that concern all of them. */
export const allProviders = (): SigningProvider[] => Object.values(PROVIDERS)

/** The provider for a document about to be signed; the signing then stores it permanently. */
export const providerFor = (_document: Pick<Document, 'template' | 'answers'>): SigningProvider =>
  PROVIDERS.builtin

/** The provider of a signing. */
export const providerOf = ({ provider }: { provider: ProviderName }): SigningProvider => PROVIDERS[provider]
