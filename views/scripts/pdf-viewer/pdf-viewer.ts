import { waitForReading } from './has-read.ts'
import type { PdfFile } from './pdf-file.ts'
import { searchIn } from './search.ts'
import { watchSeen } from './seen.ts'
import { createSheets, type Sheets } from './sheets.ts'
import { showThumbnails } from './thumbnails.ts'
import { type PartOf, startSearching, startTurning, type TranslateKey } from './tools.ts'

/**
 * Adds reading tools to the images of a PDF's pages. If this script is missing or fails, the images remain.
 */

const isWide = matchMedia('(min-width: 48rem)')

/** Opens the file once, on first use; null if the browser cannot. */
function fileOpener(src: string, sheets: Sheets): () => Promise<PdfFile | null> {
  let filePromise: Promise<PdfFile | null> | null = null
  const openFile = async () => {
    try {
      const { openPdf } = await import('./pdf-file.ts')
      const file = await openPdf(src)
      sheets.setFile(file)
      return file
    } catch {
      return null
    }
  }
  return () => {
    filePromise ??= openFile()
    return filePromise
  }
}

interface ConnectionInfo {
  saveData?: boolean
  effectiveType?: string
}

/** Loads the file right after the page; on a phone or a slow connection only on the first search or zoom. */
function openSoon(openFile: () => Promise<unknown>) {
  const { saveData, effectiveType = '4g' } = (navigator as { connection?: ConnectionInfo }).connection ?? {}
  if (!isWide.matches || saveData || effectiveType !== '4g') return
  const begin = () => setTimeout(openFile, 200)
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
}

function start(viewer: HTMLElement) {
  const words = JSON.parse(viewer.dataset.words ?? '{}') as Record<string, string>
  const translate: TranslateKey = (key, blanks = {}) =>
    (words[key] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(blanks[name] ?? ''))
  const part: PartOf = (name) => viewer.querySelector(`[data-pdf="${name}"]`)!
  const label = (page: number) => translate('page', { page })
  for (const name of ['tools', 'aside']) part(name).hidden = false
  const sheets = createSheets({
    pane: part('place'),
    onPage: (page) => {
      part<HTMLInputElement>('page').value = String(page)
      thumbnails.mark(page)
    },
    onText: () => void search.mark(),
  })
  const pictures = viewer.dataset.pictures ?? ''
  const thumbnails = showThumbnails(part('thumbnails'), sheets, { pictures, label })
  const openFile = fileOpener(viewer.dataset.src!, sheets)
  const search = searchIn(sheets, openFile)
  watchPictures(sheets, part('status'), translate)
  watchSeen(viewer, sheets)
  startTurning(part, sheets, () => void openFile())
  startSearching(part, search, translate)
  openSoon(openFile)
  viewer.dataset.shown = 'yes'
}

/** Removes the loading note with the first image, and shows an error in place of an image that fails. */
function watchPictures({ sheets }: Sheets, status: HTMLElement, translate: TranslateKey) {
  const showFailure = ({ number, box, picture }: Sheets['sheets'][number]) => {
    picture.hidden = true
    const words = document.createElement('p')
    words.className = 'p-6 text-center text-base'
    words.textContent = translate('failedPage', { page: number })
    box.prepend(words)
  }
  for (const sheet of sheets) {
    const { picture } = sheet
    const clearStatus = () => status.replaceChildren()
    if (picture.complete && picture.naturalWidth) clearStatus()
    else picture.addEventListener('load', clearStatus, { once: true })
    picture.addEventListener('error', () => showFailure(sheet), { once: true })
  }
}

for (const place of document.querySelectorAll<HTMLElement>('[data-has-read]')) waitForReading(place)
for (const viewer of document.querySelectorAll<HTMLElement>('[data-pdf-viewer]')) start(viewer)
