import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const FROM = 'node_modules/pdfjs-dist'

/**
 * What the viewer asks for by name: Chinese and other encodings, the standard fonts, colours, and what
 * unpacks rare pictures.
 */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm']

/** Of those that unpack, the ones that need no permission to compile. */
const USED = (name: string) => !name.endsWith('.wasm') && !name.startsWith('LICENSE')

/** Puts the viewer's data beside the built scripts, under /pdfjs. */
export function pdfDataPlugin(): Plugin {
  return {
    name: 'qishu-pdf-data',
    apply: 'build',
    generateBundle() {
      for (const folder of FOLDERS)
        for (const name of readdirSync(`${FROM}/${folder}`).filter(USED))
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${folder}/${name}`,
            source: readFileSync(`${FROM}/${folder}/${name}`),
          })
    },
  }
}
