export interface AgreementVersion {
  document: string
  version: string
}

let provider: () => AgreementVersion[] = () => []

/** The module that owns the texts registers its function here. */
export function provideAgreementVersions(provide: () => AgreementVersion[]) {
  provider = provide
}

/** The agreements that everybody accepts on registration, in their current versions. */
export const agreementVersions = (): AgreementVersion[] => provider()
