export interface AgreementVersion {
  document: string
  version: string
}

let provider: () => AgreementVersion[] = () => []

/** The module that owns the texts registers here how to find the versions in force. */
export function provideAgreementVersions(provide: () => AgreementVersion[]) {
  provider = provide
}

/** The documents that everybody accepts who comes in, in the versions in force. */
export const agreementVersions = (): AgreementVersion[] => provider()
