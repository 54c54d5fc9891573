import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram } from '#tests/support/programs.ts'
import { chromiumPath, onPath } from '#tests/support/tools.ts'

/** A program that makes PDFs, and how to run it. */
export interface Producer {
  what: string
  /** Whether the program runs in the long run only. */
  long?: true
  has: () => boolean
  make: (folder: string) => Promise<Uint8Array>
}

const TEXT = Array.from(
  { length: 90 },
  (_, line) => `<p>Line ${line}: the seller delivers goods 卖方交付货物.</p>`,
).join('')
const PAGE = (style: string) =>
  `<!doctype html><meta charset="utf-8"><style>${style}</style><h1>Supply</h1>${TEXT}`
const FORM_PAGE = `${PAGE('')}<form><input name="fee" value="200"><input type="checkbox" checked></form>`

async function office(folder: string, name: string, text: string, filter = 'pdf') {
  const path = join(folder, name)
  await writeFile(path, text)
  const profile = `-env:UserInstallation=file://${folder}/profile`
  await runProgram('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, path])
  return new Uint8Array(await readFile(path.replace(/\.\w+$/, '.pdf')))
}

async function chromium(folder: string, html: string) {
  const page = join(folder, 'page.html')
  const pdf = join(folder, 'page.pdf')
  await writeFile(page, html)
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}/chromium`]
  await runProgram(chromiumPath()!, [...flags, `--print-to-pdf=${pdf}`, `file://${page}`])
  return new Uint8Array(await readFile(pdf))
}

async function latex(folder: string, body: string) {
  const source = join(folder, 'paper.tex')
  await writeFile(
    source,
    `\\documentclass{article}\\usepackage{hyperref}\\begin{document}${body}\\end{document}`,
  )
  await runProgram('pdflatex', ['-interaction=batchmode', `-output-directory=${folder}`, source])
  return new Uint8Array(await readFile(join(folder, 'paper.pdf')))
}

const PAGES = Array.from(
  { length: 3 },
  (_, page) => `\\section{Part ${page}} Words of page ${page}. \\newpage`,
).join('')

/** Debian's ImageMagick must not write PDF, so Ghostscript combines the pages of a scan. */
async function scan(folder: string) {
  const source = join(folder, 'scan.ps')
  const page = (n: number) =>
    `/Helvetica findfont 40 scalefont setfont 72 600 moveto (Scan ${n}) show showpage`
  await writeFile(source, `%!PS\n${[1, 2, 3].map(page).join('\n')}\n`)
  const pdf = join(folder, 'scan.pdf')
  const device = ['-sDEVICE=pdfimage24', '-r75', `-sOutputFile=${pdf}`]
  await runProgram('gs', ['-q', '-dBATCH', '-dNOPAUSE', ...device, source])
  return new Uint8Array(await readFile(pdf))
}

async function cairo(folder: string) {
  const drawing = join(folder, 'drawing.svg')
  await writeFile(
    drawing,
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><text x="40" y="80" font-size="24">Cairo draws</text><circle cx="200" cy="250" r="90" fill="#48c" fill-opacity=".5"/></svg>',
  )
  const pdf = join(folder, 'drawing.pdf')
  await runProgram('rsvg-convert', ['-f', 'pdf', '-o', pdf, drawing, drawing, drawing])
  return new Uint8Array(await readFile(pdf))
}

async function ghostscript(folder: string) {
  const source = join(folder, 'source.ps')
  const page = (n: number) =>
    `/Helvetica findfont 24 scalefont setfont 72 700 moveto (Page ${n}) show showpage`
  await writeFile(source, `%!PS\n${[1, 2, 3].map(page).join('\n')}\n`)
  const pdf = join(folder, 'source.pdf')
  await runProgram('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${pdf}`, source])
  return new Uint8Array(await readFile(pdf))
}

/** Programs in everyday use, with a typical file of each. */
export const PRODUCERS: Producer[] = [
  {
    what: 'Chromium, A4',
    has: () => chromiumPath() !== null,
    make: (folder) => chromium(folder, PAGE('@page{size:A4}')),
  },
  {
    what: 'Chromium, landscape with a form',
    long: true,
    has: () => chromiumPath() !== null,
    make: (folder) => chromium(folder, FORM_PAGE.replace('<style>', '<style>@page{size:A4 landscape}')),
  },
  {
    what: 'LibreOffice, text',
    long: true,
    has: () => onPath('soffice'),
    make: (folder) => office(folder, 'text.txt', 'Words\n'.repeat(200)),
  },
  {
    what: 'LibreOffice, A4',
    long: true,
    has: () => onPath('soffice'),
    make: (folder) => office(folder, 'a4.html', PAGE('@page{size:A4}'), 'pdf:writer_web_pdf_Export'),
  },
  {
    what: 'LibreOffice, landscape',
    long: true,
    has: () => onPath('soffice'),
    make: (folder) =>
      office(folder, 'wide.html', PAGE('@page{size:297mm 210mm}'), 'pdf:writer_web_pdf_Export'),
  },
  {
    what: 'LibreOffice, a form',
    long: true,
    has: () => onPath('soffice'),
    make: (folder) => office(folder, 'form.html', FORM_PAGE, 'pdf:writer_web_pdf_Export'),
  },
  { what: 'pdfTeX', long: true, has: () => onPath('pdflatex'), make: (folder) => latex(folder, PAGES) },
  {
    what: 'pdfTeX with a form of hyperref',
    long: true,
    has: () => onPath('pdflatex'),
    make: (folder) =>
      latex(
        folder,
        `${PAGES}\\begin{Form}\\TextField[name=fee,value=200]{Fee} \\CheckBox[name=tick,checked]{Tick}\\end{Form}`,
      ),
  },
  { what: 'Cairo', long: true, has: () => onPath('rsvg-convert'), make: cairo },
  { what: 'Ghostscript', long: true, has: () => onPath('gs'), make: ghostscript },
  { what: 'a scan', long: true, has: () => onPath('gs'), make: scan },
]

export async function madeBy({ what, make }: Producer, folder: string): Promise<Uint8Array> {
  const ownFolder = join(folder, what.replace(/\W+/g, '-'))
  await mkdir(ownFolder, { recursive: true })
  return make(ownFolder)
}
