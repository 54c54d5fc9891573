import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pdfText, runTool, withoutSpace } from '#tests/support/pdf-tools.ts'

export interface ConvertedFile {
  pdf: Uint8Array
  pages: number
}

/** A Word file as LibreOffice prints it. */
export const converted = (docx: Uint8Array): Promise<ConvertedFile> => inFolder(docx, printedIn)

/** The file after LibreOffice has accepted or rejected all tracked changes, and saved and reopened it. */
export function convertedOnce(how: 'Accept' | 'Reject', docx: Uint8Array): Promise<ConvertedFile> {
  return inFolder(docx, async (folder, word) => {
    // LibreOffice must create its profile before it finds other files in the folder.
    await printedIn(folder, word)
    const basic = join(folder, 'profile/user/basic')
    await mkdir(join(basic, 'Standard'), { recursive: true })
    await writeFile(join(basic, 'script.xlc'), xml('libraries', LIBRARIES))
    await writeFile(join(basic, 'Standard/script.xlb'), xml('library', LIBRARY))
    await writeFile(join(basic, 'Standard/Module1.xba'), xml('module', MODULE))
    const settled = join(folder, 'settled.docx')
    const [from, to] = [word, settled].map((path) => `"file://${path}"`)
    const call = `macro:///Standard.Module1.Settle(${from},${to},".uno:${how}AllTrackedChanges")`
    await runTool('soffice', [profileIn(folder), '--headless', call])
    return printedIn(folder, settled)
  })
}

const xml = (kind: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE ${body.slice(1, body.indexOf(' '))} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${kind}.dtd">${body}`

const LIBRARIES =
  '<library:libraries xmlns:library="http://openoffice.org/2000/library"><library:library library:name="Standard" library:link="false"/></library:libraries>'

const LIBRARY =
  '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>'

const MODULE = `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Sub Settle(source As String, target As String, what As String)
Dim args(0) As New com.sun.star.beans.PropertyValue
args(0).Name = "Hidden"
args(0).Value = True
Dim doc As Object
doc = StarDesktop.loadComponentFromURL(source, "_blank", 0, args())
Dim helper As Object
helper = createUnoService("com.sun.star.frame.DispatchHelper")
helper.executeDispatch(doc.CurrentController.Frame, what, "", 0, Array())
Dim kind(0) As New com.sun.star.beans.PropertyValue
kind(0).Name = "FilterName"
kind(0).Value = "MS Word 2007 XML"
doc.storeToURL(target, kind())
doc.close(True)
End Sub
</script:module>`

const profileIn = (folder: string) => `-env:UserInstallation=file://${join(folder, 'profile')}`

async function printedIn(folder: string, word: string): Promise<ConvertedFile> {
  await runTool('soffice', [profileIn(folder), '--headless', '--convert-to', 'pdf', '--outdir', folder, word])
  const pdf = word.replace(/docx$/, 'pdf')
  const pages = Number(/Pages: +(\d+)/.exec(await runTool('pdfinfo', [pdf]))![1])
  return { pdf: await readFile(pdf), pages }
}

async function inFolder<Result>(
  docx: Uint8Array,
  use: (folder: string, word: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'qishu-word-'))
  const word = join(folder, 'document.docx')
  try {
    await writeFile(word, docx)
    return await use(folder, word)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The text of one column between the headers and footers of all pages. */
export async function columnText(
  { pdf, pages }: ConvertedFile,
  column: number,
  columns: number,
  top = 70,
): Promise<string> {
  const width = Math.floor(595 / columns)
  const crop = { x: column * width, y: top, width, height: 842 - top - 66 }
  const texts = Array.from({ length: pages }, (_, index) => pdfText(pdf, { crop, page: index + 1 }))
  return withoutSpace((await Promise.all(texts)).join(''))
}
