import { X509Certificate } from 'node:crypto'
import { publicUrl } from '#src/http/envelope.ts'
import { SERVICE_NAMES } from '../../../services/service-names.ts'
import type { UsedService } from '../../remote/evidence.ts'

const texts = import.meta.glob<string>(['./readme.txt', './services.txt'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

interface Facts {
  name: string
  number: string
  /** When the bundle was made. */
  madeAt: Date
  /** Our certificates as DER. */
  identities: Uint8Array[]
  services: UsedService[]
}

/** The file that explains a bundle to a court, in Chinese and English. */
export function readme({ name, number, madeAt, identities, services }: Facts): string {
  const roots = identities
    .map((der) => new X509Certificate(der))
    .filter(({ issuer, subject }) => issuer === subject)
    .map(({ subject, fingerprint256 }) => `  ${subject.replace(/^CN=/, '')}\n    SHA-256 ${fingerprint256}`)
  const facts: Record<string, string> = {
    name,
    number,
    madeAt: madeAt.toISOString(),
    roots: roots.join('\n'),
    verify: publicUrl('/verify'),
    root: publicUrl('/authority.crt'),
    log: publicUrl('/log/checkpoint'),
  }
  const [servicesInChinese, servicesInEnglish] = aboutServices(services)
  return filled(texts['./readme.txt']!, { ...facts, servicesInChinese, servicesInEnglish })
}

const filled = (text: string, facts: Record<string, string | undefined>) =>
  text.replace(/\{(\w+)\}/g, (_, key: string) => facts[key] ?? '')

/**
 * A section about the services that were used, in Chinese and English; empty if everyone signed on the
 * platform.
 */
function aboutServices(services: UsedService[]): string[] {
  if (services.length === 0) return []
  const serviceNames = (some: UsedService[]) => [
    ...new Set(some.map(({ service }) => SERVICE_NAMES[service])),
  ]
  const preparing = serviceNames(services.filter((one) => one.isPreparing))
  const [chinese, chinesePreparing, english, englishPreparing] = texts['./services.txt']!.split('===\n')
  const about = (text: string, sentence: string, comma: string) =>
    filled(text, {
      services: serviceNames(services).join(comma),
      preparing: preparing.length > 0 ? `\n${filled(sentence, { preparing: preparing.join(comma) })}` : '',
    })
  return [about(chinese!, chinesePreparing!, '、'), about(english!, englishPreparing!, ', ')]
}
