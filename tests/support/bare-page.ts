import { vi } from 'vitest'

/**
 * Replaces the parts of a page that calls use: language, address and fault report. Returns the reported
 * faults.
 */
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

/** A browser without https has no digests: its calls are not signed, and do not wait for a signature. */
export const withoutDigests = () =>
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
