import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'

/** What PDFium says of a file that it does not open. */
export class RepairError extends Error {
  password: boolean

  constructor(password: boolean) {
    super(password ? 'The file asks for a password' : 'The file cannot be read')
    this.password = password
  }
}

/** The error that PDFium gives for a missing password. */
const PASSWORD = 4
const WITHOUT_SECURITY = 3

/**
 * A damaged or encrypted file as PDFium reads it, written by PDFium: whole, and without encryption where it
 * opens with the empty password. Throws RepairError. It loads some 10 MB and is meant for a process of its
 * own.
 */
export async function repairPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const pdfium = await init({ wasmBinary: (await readFile(path)).buffer as ArrayBuffer })
  pdfium.PDFiumExt_Init()
  const { wasmExports: memory } = pdfium.pdfium
  // It grows, and is another array then.
  const heap = () => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
  const place = memory.malloc(bytes.length)
  heap().set(bytes, place)
  const document = pdfium.FPDF_LoadMemDocument(place, bytes.length, '')
  if (!document) throw new RepairError(pdfium.FPDF_GetLastError() === PASSWORD)
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (!pdfium.FPDF_SaveAsCopy(document, writer, WITHOUT_SECURITY)) throw new RepairError(false)
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    const target = memory.malloc(size)
    pdfium.PDFiumExt_GetFileWriterData(writer, target, size)
    return heap().slice(target, target + size)
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
    pdfium.FPDF_CloseDocument(document)
  }
}
