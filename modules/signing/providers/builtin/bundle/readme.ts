import { X509Certificate } from 'node:crypto'
import { publicUrl } from '#src/http/envelope.ts'

const texts = import.meta.glob<string>('./readme.txt', { query: '?raw', import: 'default', eager: true })

interface Facts {
  name: string
  number: string
  /** When the bundle was made. */
  at: Date
  /** Our certificates as DER. */
  identities: Uint8Array[]
}

/** The file that explains a bundle to a court, in Chinese and English. */
export function readme({ name, number, at, identities }: Facts): string {
  const roots = identities
    .map((der) => new X509Certificate(der))
    .filter(({ issuer, subject }) => issuer === subject)
    .map(({ subject, fingerprint256 }) => `  ${subject.replace(/^CN=/, '')}\n    SHA-256 ${fingerprint256}`)
  const facts: Record<string, string> = {
    name,
    number,
    madeAt: at.toISOString(),
    roots: roots.join('\n'),
    verify: publicUrl('/verify'),
    root: publicUrl('/authority.crt'),
    log: publicUrl('/log/checkpoint'),
  }
  return texts['./readme.txt']!.replace(/\{(\w+)\}/g, (_, key: string) => facts[key] ?? '')
}
