import { type ChangeEvent, useEffect, useState } from 'react'
import { LOCALES, type Locale, languages } from '#src/core/i18n.ts'
import { Seal } from '#views/icons.tsx'
import { LanguageContext, useTranslations } from '#views/language.tsx'
import { type BundleReport, checkBundle } from '../check-bundle.ts'
import { bundleIn, filesInZip } from '../read-files.ts'
import { ReportView } from './report-view.tsx'

const LANGUAGE_NAMES: Record<Locale, string> = { zh_CN: '简体中文', zh_TW: '繁體中文', en_US: 'English' }

/** The page of the offline verifier, which can be opened from disk. `first`: the initial language. */
export function OfflinePage({ first }: { first: Locale }) {
  const [locale, setLocale] = useState(first)
  const language = languages[locale]
  useEffect(() => {
    document.documentElement.lang = language.tag
    document.title = language.translator('signing.offline')('title')
  }, [language])
  return (
    <LanguageContext value={language}>
      <div className="mx-auto max-w-3xl px-4 py-8">
        <header className="mb-8 flex flex-wrap items-center justify-between gap-3">
          <span className="flex items-center gap-2 font-serif text-lg">
            <Seal /> Qishu 契书
          </span>
          <LanguageChoice locale={locale} choose={setLocale} />
        </header>
        <Checker />
      </div>
    </LanguageContext>
  )
}

function LanguageChoice({ locale, choose }: { locale: Locale; choose: (locale: Locale) => void }) {
  const t = useTranslations('signing.offline')
  return (
    <label className="flex items-center gap-2 whitespace-nowrap text-sm">
      {t('language')}
      <select
        className="select select-sm"
        value={locale}
        onChange={(event) => choose(event.target.value as Locale)}
      >
        {LOCALES.map((one) => (
          <option key={one} value={one} lang={languages[one].tag}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  )
}

/** An attribute that React's types do not contain. */
const FOLDER_ATTRIBUTE = { webkitdirectory: '' }

type State = { report: BundleReport; at: Date } | 'nothing' | 'checking' | 'noBundle' | 'unreadable'

function Checker() {
  const t = useTranslations('signing.offline')
  const [state, setState] = useState<State>('nothing')
  const check = async (chosenFiles: FileList | null) => {
    if (!chosenFiles || chosenFiles.length === 0) return
    setState('checking')
    setState(await checkChosen([...chosenFiles]))
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => check(event.target.files)
  const isReport = typeof state === 'object'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be dropped here; the two file fields do the same by keyboard
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        check(event.dataTransfer.files)
      }}
    >
      <h1 className="font-serif text-3xl sm:text-4xl">{t('title')}</h1>
      <p className="mt-3 text-base-content/75 text-lg">{t('lead')}</p>
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        <label className="grid gap-1">
          <span className="font-semibold">{t('zip')}</span>
          <input id="zip" type="file" accept=".zip" className="file-input w-full" onChange={choose} />
        </label>
        <label className="grid gap-1">
          <span className="font-semibold">{t('folder')}</span>
          <input
            id="folder"
            type="file"
            multiple
            className="file-input w-full"
            onChange={choose}
            {...FOLDER_ATTRIBUTE}
          />
        </label>
      </div>
      <div role="status" className="mt-4 text-lg">
        {state === 'checking' && t('checking')}
        {(state === 'noBundle' || state === 'unreadable') && (
          <p className="border-error border-l-4 pl-3">{t(state)}</p>
        )}
      </div>
      {isReport && <ReportView report={state.report} />}
    </div>
  )
}

async function checkChosen(chosenFiles: File[]): Promise<State> {
  const files = await readBundle(chosenFiles).catch(() => null)
  if (!files) return 'unreadable'
  if (files.size === 0) return 'noBundle'
  const now = new Date()
  return { report: await checkBundle(files, now), at: now }
}

/** Reads one zip file, or the files of a folder. Throws if the zip file is damaged. */
async function readBundle(chosenFiles: File[]): Promise<Map<string, Uint8Array>> {
  const readBytes = async (file: File) => new Uint8Array(await file.arrayBuffer())
  const [firstFile, ...otherFiles] = chosenFiles
  if (firstFile && otherFiles.length === 0 && firstFile.name.endsWith('.zip'))
    return filesInZip(await readBytes(firstFile))
  const readings = chosenFiles.map(
    async (file) => [file.webkitRelativePath || file.name, await readBytes(file)] as [string, Uint8Array],
  )
  return bundleIn(new Map(await Promise.all(readings)))
}
