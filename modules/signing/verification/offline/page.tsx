import './browser/globals.ts'
import '#views/theme.css'
import { createRoot } from 'react-dom/client'
import { preferredLocale } from '#src/core/i18n.ts'
import { checkBundle } from './check-bundle.ts'
import { filesInZip } from './read-files.ts'
import { OfflinePage } from './views/offline-page.tsx'

/** The functions that tests call without the page. */
Object.assign(globalThis, { qishuVerifier: { checkBundle, filesInZip } })

if (typeof document !== 'undefined') {
  const locale = preferredLocale(navigator.languages.join())
  createRoot(document.getElementById('root')!).render(<OfflinePage first={locale} />)
}
