export interface AgreementVersion {
  document: string
  version: string
}

type Provider = () => AgreementVersion[]

let provider: Provider = () => []
let upcomingProvider: Provider = () => []

/**
 * The module that owns the texts registers its functions here: for the versions in force, and for published
 * versions that are not yet in force. Returns the previous function for the versions in force.
 */
export function provideAgreementVersions(provide: Provider, provideUpcoming = upcomingProvider): Provider {
  const previousProvider = provider
  provider = provide
  upcomingProvider = provideUpcoming
  return previousProvider
}

/** The agreements that everyone accepts on registration, in the versions in force. */
export const agreementVersions = (): AgreementVersion[] => provider()

/**
 * Versions that are published before the day on which they enter into force; users can already accept them.
 */
export const upcomingVersions = (): AgreementVersion[] => upcomingProvider()
