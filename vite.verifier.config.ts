import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const FOLDER = 'modules/signing/verification/offline'

/** Node's modules in browsers. */
const IN_BROWSER = Object.fromEntries(
  ['crypto', 'util', 'zlib'].map((name) => [`node:${name}`, resolve(FOLDER, `browser/${name}.ts`)]),
)

/** The texts that the verifier shows; a bundle need not have those of the whole product. */
const SHOWN = ['party', 'verify', 'offline', 'comma', 'level']

const fewTexts: Plugin = {
  name: 'qishu-few-texts',
  enforce: 'pre',
  load(id) {
    const [, file] = /\/locales\/[^/]+\/([^/]+)\.json$/.exec(id) ?? []
    if (!file) return
    if (file !== 'signing') return '{}'
    const texts = JSON.parse(readFileSync(id, 'utf8'))
    return JSON.stringify(Object.fromEntries(SHOWN.map((key) => [key, texts[key]])))
  },
}

/** Icons of the page itself: a page opened from disk cannot refer to another file. */
const iconsWithin: Plugin = {
  name: 'qishu-icons-within',
  enforce: 'pre',
  load: (id) => (id.endsWith('/views/icons.svg') ? `export default ''` : undefined),
}

/** Puts script and styles into one page that needs no other file. */
const onePage: Plugin = {
  name: 'qishu-one-page',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const found = Object.values(bundle)
      const script = found.flatMap((one) => (one.type === 'chunk' ? [one.code] : [])).join('\n')
      const css = found.flatMap((one) =>
        one.fileName.endsWith('.css') && one.type === 'asset' ? [one.source] : [],
      )
      for (const { fileName } of found) delete bundle[fileName]
      const parts: Record<string, string> = {
        // A page opened from disk cannot load a font; fonts of the system stay.
        css: css.join('\n').replace(/@font-face\{[^}]*url\([^}]*\}/g, ''),
        icons: readFileSync('views/icons.svg', 'utf8'),
        // Within a page, nothing in a script may look like its end.
        script: script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--'),
      }
      const page = readFileSync(`${FOLDER}/page.html`, 'utf8')
      const source = page.replace(
        /(?:\/\*|<!--) (css|icons|script) (?:\*\/|-->)/g,
        (_, name: string) => parts[name]!,
      )
      this.emitFile({ type: 'asset', fileName: 'verify.html', source })
    },
  },
}

/**
 * The offline verifier of evidence bundles from one source: `--mode page` for browsers, `--mode script` for
 * Node.js.
 */
export default defineConfig(({ mode }) => {
  const common = { outDir: 'dist/verifier', emptyOutDir: false, modulePreload: false } as const
  if (mode === 'script')
    return {
      plugins: [fewTexts],
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ...common,
        ssr: true,
        target: 'node22',
        minify: true,
        rolldownOptions: {
          input: `${FOLDER}/script.ts`,
          output: { entryFileNames: 'verify.mjs', codeSplitting: false },
        },
      },
    }
  return {
    plugins: [tailwindcss(), fewTexts, iconsWithin, onePage],
    publicDir: false,
    resolve: { alias: IN_BROWSER },
    build: {
      ...common,
      target: 'es2022',
      cssCodeSplit: false,
      rolldownOptions: {
        input: `${FOLDER}/page.tsx`,
        output: { format: 'iife', codeSplitting: false },
      },
    },
  }
})
