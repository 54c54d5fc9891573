import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'

/** PDFium's error for a file that it cannot open. */
export class RepairError extends Error {
  password: boolean

  constructor(password: boolean) {
    super(password ? 'The file asks for a password' : 'The file cannot be read')
    this.password = password
  }
}

/** PDFium's error code for a missing password. */
const PASSWORD = 4
const WITHOUT_SECURITY = 3

/**
 * Reads a damaged or encrypted file with PDFium and writes it again: undamaged, and decrypted if the empty
 * password opens it. Throws RepairError. Loads about 10 MB, so run it in a separate process.
 */
export async function repairPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const pdfium = await init({ wasmBinary: (await readFile(path)).buffer as ArrayBuffer })
  pdfium.PDFiumExt_Init()
  const { wasmExports: memory } = pdfium.pdfium
  // The heap array is replaced when it grows, so it must be read each time.
  const heap = () => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
  const pointer = memory.malloc(bytes.length)
  heap().set(bytes, pointer)
  const document = pdfium.FPDF_LoadMemDocument(pointer, bytes.length, '')
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
