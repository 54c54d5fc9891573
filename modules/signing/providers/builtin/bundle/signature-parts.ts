import { openCms } from '../pades/cms.ts'
import { findContainers } from '../pades/containers.ts'
import { readDer, sameBytes } from '../pades/engine.ts'
import { certificatesIn } from '../pades/reading/certificates.ts'

/** The parts of a PDF's signatures, as DER. */
export interface SignatureParts {
  certificates: Uint8Array[]
  /** RFC 3161 tokens of the signatures, and those of the whole file. */
  tokens: Uint8Array[]
}

/** The certificates and time-stamp tokens in our PDFs, without duplicates. */
export function signatureParts(files: Uint8Array[]): SignatureParts {
  const containersByFile = files.map(findContainers)
  return {
    certificates: distinct(
      containersByFile.flatMap(({ document, referenced }) =>
        certificatesIn(document, referenced).map(({ der }) => der),
      ),
    ),
    tokens: distinct(
      containersByFile.flatMap(({ referenced }) => referenced.flatMap(({ contents }) => tokensIn(contents))),
    ),
  }
}

const TST_INFO = '1.2.840.113549.1.9.16.1.4'

function tokensIn(contents: Uint8Array): Uint8Array[] {
  try {
    const { value, length } = readDer(contents)
    const { signed, token } = openCms(value)
    const isToken = signed.encapContentInfo.eContentType === TST_INFO
    return isToken ? [contents.subarray(0, length)] : token ? [token] : []
  } catch {
    // A signature that another program made before ours may be unreadable.
    return []
  }
}

const distinct = (ders: Uint8Array[]) =>
  ders.filter((der, index) => ders.findIndex((other) => sameBytes(der, other)) === index)
