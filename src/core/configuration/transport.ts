import ipaddr from 'ipaddr.js'

const OWN_NETWORK = /(^localhost|^[^.]+|\.(local|internal|svc))$/

/** Whether a host is outside this machine and its network, judged by its name or address. */
export function isOutside(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(host) ? ipaddr.process(host).range() === 'unicast' : !OWN_NETWORK.test(host)
}

interface Addresses {
  DATABASE_URL?: string | undefined
  STORAGE_S3_URL?: string | undefined
  TRANSLATION_URL?: string | undefined
  EINVOICE_URL?: string | undefined
}

const ENCRYPTED = /^(require|verify-ca|verify-full|no-verify)$/

/** One line for each address to which documents would leave our network unencrypted. */
export function unencryptedLines(e: Addresses): string[] {
  const problems: string[] = []
  for (const name of ['STORAGE_S3_URL', 'TRANSLATION_URL', 'EINVOICE_URL'] as const) {
    const url = URL.parse(e[name] ?? '')
    if (url?.protocol === 'http:' && isOutside(url.hostname))
      problems.push(`${name} should start with https:// (http only inside your own network)`)
  }
  const database = URL.parse(e.DATABASE_URL ?? '')
  const mode = database?.searchParams.get('sslmode') ?? ''
  if (database?.hostname && isOutside(database.hostname) && !ENCRYPTED.test(mode))
    problems.push(
      'DATABASE_URL should end with ?sslmode=verify-full (without it only inside your own network)',
    )
  return problems
}
