import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { LAID_OUT } from './laid-out.ts'
import { searchIn } from './search.ts'
import { layOut } from './sheets.ts'
import { showThumbnails } from './thumbnails.ts'
import { type PartOf, type Say, startSearching, startTurning } from './tools.ts'

/** Shows a PDF where a page says so, and nothing of it runs: no script, no form, no link that leaves it. */

GlobalWorkerOptions.workerSrc = worker

function open(url: string, tell: (percent: number) => void) {
  const loading = getDocument({
    url,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    // It would ask for a permission to compile that pages of ours do not give.
    useWasm: false,
    enableXfa: false,
    disableRange: true,
  })
  loading.onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
    tell(total ? Math.min(100, Math.round((100 * loaded) / total)) : 0)
  return loading.promise.catch(() => null)
}

async function start(viewer: HTMLElement) {
  const words = JSON.parse(viewer.dataset.words ?? '{}') as Record<string, string>
  const say: Say = (key, blanks = {}) =>
    (words[key] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => String(blanks[name] ?? ''))
  const part: PartOf = (name) => viewer.querySelector(`[data-pdf="${name}"]`)!
  const told = part('told')
  const pdf = await open(viewer.dataset.src!, (percent) => {
    told.textContent = say('loading', { percent })
  })
  told.textContent = pdf ? '' : say('failed')
  if (!pdf) return
  part('frame').hidden = false
  const label = (page: number) => say('page', { page })
  const sheets = await layOut(pdf, {
    ...{ place: part('place'), label },
    onPage: (page) => {
      part<HTMLInputElement>('page').value = String(page)
      thumbnails.mark(page)
    },
    onText: () => void search.mark(),
  })
  const thumbnails = showThumbnails(part('thumbnails'), sheets, label)
  const search = searchIn(sheets)
  startTurning(part, sheets)
  startSearching(part, search, say)
  viewer.dispatchEvent(new CustomEvent(LAID_OUT, { detail: sheets, bubbles: true }))
  viewer.dataset.shown = 'yes'
}

for (const viewer of document.querySelectorAll<HTMLElement>('[data-pdf-viewer]')) void start(viewer)
