import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const SOURCE_FOLDER = 'node_modules/pdfjs-dist'

/**
 * Data that the viewer loads by name: Chinese and other encodings, standard fonts, colour profiles, and
 * decoders of rare image formats.
 */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm']

/** Excludes WebAssembly, which the content security policy forbids to compile. */
const isUsed = (name: string) => !name.endsWith('.wasm') && !name.startsWith('LICENSE')

/** Copies the data of the viewer to /pdfjs, next to the built scripts. */
export function pdfDataPlugin(): Plugin {
  return {
    name: 'qishu-pdf-data',
    apply: 'build',
    generateBundle() {
      for (const folder of FOLDERS)
        for (const name of readdirSync(`${SOURCE_FOLDER}/${folder}`).filter(isUsed))
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${folder}/${name}`,
            source: readFileSync(`${SOURCE_FOLDER}/${folder}/${name}`),
          })
    },
  }
}
