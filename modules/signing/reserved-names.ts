/**
 * Names of the platform's own certificates. No signatory may use them, or people would have to inspect the
 * certificates to distinguish the two.
 */
const RESERVED = ['qishuclosingseal', 'qishurootca']

const folded = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

export const isReservedName = (name: string): boolean => RESERVED.includes(folded(name))
