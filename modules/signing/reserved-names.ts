/**
 * Names of the platform's own certificates. No signatory may use them, because people could only distinguish
 * the two by inspecting the certificates.
 */
const RESERVED = ['qishuclosingseal', 'qishurootca']

const foldName = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

export const isReservedName = (name: string): boolean => RESERVED.includes(foldName(name))
