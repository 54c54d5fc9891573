import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programBytes, runProgram } from './programs.ts'

/** A rectangle on a page in points from the upper left corner, as in poppler. */
export interface Crop {
  x: number
  y: number
  width: number
  height: number
}

/** A program's output about a file; throws if it fails. */
export async function runTool(program: string, args: string[]): Promise<string> {
  return (await runProgram(program, args)).stdout
}

/** The text of a PDF in drawing order, with white space. */
export function pdfText(
  pdf: Uint8Array,
  { crop, page }: { crop?: Crop; page?: number } = {},
): Promise<string> {
  return withFile(pdf, async (file) => {
    const pages = page ? ['-f', `${page}`, '-l', `${page}`] : []
    const area = crop
      ? ['-r', '72', '-x', `${crop.x}`, '-y', `${crop.y}`, '-W', `${crop.width}`, '-H', `${crop.height}`]
      : []
    return (await runProgram('pdftotext', ['-raw', ...pages, ...area, file, '-'])).stdout
  })
}

export interface Word extends Crop {
  text: string
  page: number
}

/** Every word of a PDF with its box. */
export function pdfWords(pdf: Uint8Array): Promise<Word[]> {
  return withFile(pdf, async (file) => {
    const { stdout } = await runProgram('pdftotext', ['-raw', '-bbox', file, '-'])
    let page = 0
    return stdout.split('\n').flatMap((line) => {
      if (line.includes('<page ')) page++
      const match = /<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*)<\/word>/.exec(line)
      if (!match) return []
      const [x = 0, y = 0, right = 0, foot = 0] = match.slice(1, 5).map(Number)
      return [{ page, x, y, width: right - x, height: foot - y, text: unescaped(match[5] ?? '') }]
    })
  })
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

export interface Picture {
  width: number
  height: number
  /** One byte per pixel; 0 is black. */
  grey: Uint8Array
}

/** A page rendered as a greyscale picture at `resolution` dpi. */
export function pdfPicture(pdf: Uint8Array, page: number, resolution: number): Promise<Picture> {
  return withFile(pdf, async (file) => {
    const cropOptions = ['-cropbox', '-f', `${page}`, '-l', `${page}`, '-r', `${resolution}`]
    const stdout = await programBytes('pdftoppm', ['-gray', ...cropOptions, file])
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1'))
    if (!head) throw new Error('pdftoppm gave no grey picture')
    return { width: Number(head[1]), height: Number(head[2]), grey: stdout.subarray(head[0].length) }
  })
}

/** A page rendered in colour at `resolution` dpi: three bytes per pixel, red, green and blue. */
export function pdfColours(pdf: Uint8Array, page: number, resolution: number) {
  return withFile(pdf, async (file) => {
    const cropOptions = ['-cropbox', '-f', `${page}`, '-l', `${page}`, '-r', `${resolution}`]
    const stdout = await programBytes('pdftoppm', [...cropOptions, file])
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1'))
    if (!head) throw new Error('pdftoppm gave no picture in colour')
    return {
      width: Number(head[1]),
      height: Number(head[2]),
      colours: new Uint8Array(stdout.subarray(head[0].length)),
    }
  })
}

/** The errors that qpdf reports; empty if the file is valid. */
export function qpdfComplaints(pdf: Uint8Array): Promise<string> {
  return withFile(pdf, async (file) => {
    const { stdout, stderr } = await runProgram('qpdf', ['--check', file]).catch((error) => error)
    return /No syntax or stream encoding errors found/.test(stdout) && !stderr ? '' : `${stdout}${stderr}`
  })
}

/** The text of a tagged PDF in the order of its structure, by poppler. */
export function pdfStructText(pdf: Uint8Array): Promise<string> {
  return withFile(pdf, async (file) => {
    const { stdout } = await runProgram('pdfinfo', ['-struct-text', file])
    return [...stdout.matchAll(/^ *"(.*)"$/gm)].map(([, text]) => text).join('')
  })
}

/** The lines of pdffonts below its heading. */
export function pdfFonts(pdf: Uint8Array): Promise<string[]> {
  return withFile(pdf, async (file) =>
    (await runProgram('pdffonts', [file])).stdout.trim().split('\n').slice(2),
  )
}

async function withFile<T>(pdf: Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'qishu-pdf-'))
  try {
    const file = join(folder, 'document.pdf')
    await writeFile(file, pdf)
    return await use(file)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const withoutSpace = (text: string): string => text.replace(/[\s\f\p{Cf}]/gu, '')
