import { vi } from 'vitest'

/** What calls ask of a page: its language and address, and nobody who listens to faults. Returns these. */
export function stubPage(): string[] {
  const faults: string[] = []
  vi.stubGlobal('location', { href: 'https://qishu.example/mgmt/home' })
  vi.stubGlobal('document', {
    documentElement: { lang: 'en-US' },
    getElementById: () => null,
    dispatchEvent: ({ detail }: CustomEvent<string>) => faults.push(detail),
  })
  return faults
}

/** A browser without https, which has no digests: its calls are not signed, and wait for nothing. */
export const withoutDigests = () =>
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
