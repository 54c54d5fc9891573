import { basename } from 'node:path'
import type { Plugin } from 'vite'

/** Loaded with the first template, so that tests without templates need not load the dictionaries. */
const loadMakers = async () => ({
  ...(await import('../traditional.ts')),
  ...(await import('./pronunciation.ts')),
  ...(await import('./template-files.ts')),
})

const TEMPLATE = /\.yaml\?template$/

/**
 * A build plugin that reads the library's templates, checks them and derives their traditional Chinese. This
 * takes a second and large dictionaries, which servers then do not need. An error stops the build.
 */
export function templatePlugin(): Plugin {
  let isBuild = false
  return {
    name: 'qishu-templates',
    enforce: 'pre',
    config: () => ({ build: { ssrEmitAssets: true } }),
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    async load(id) {
      if (!TEMPLATE.test(id)) return
      const { blockFiles, deriveTraditional, readTemplate, shippedPronunciationOf } = await loadMakers()
      const file = id.replace(/\?template$/, '')
      for (const watchedFile of [file, ...blockFiles()]) this.addWatchFile(watchedFile)
      const parsed = readTemplate(file)
      if ('problems' in parsed)
        throw new Error(
          parsed.problems
            .map((p) => `${p.file}:${p.line}:${p.column} ${p.clause ?? ''} ${p.message}`)
            .join('\n'),
        )
      const json = JSON.stringify({
        template: deriveTraditional(parsed.template),
        notes: parsed.notes,
        spoken: shippedPronunciationOf(parsed.template),
      })
      const name = `${basename(file, '.yaml')}.json`
      if (isBuild) this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: json })
      const source = isBuild ? readingOf(name) : `const all = JSON.parse(${JSON.stringify(json)})`
      const code = `${source}\nexport default all.template\nexport const { notes, spoken } = all`
      return { code, moduleType: 'js' }
    },
  }
}

/**
 * Stored in a file beside the code, because V8 keeps the source text of code in memory while the server
 * runs.
 */
const readingOf = (name: string) => `import { readFileSync } from 'node:fs'
const folder = /\\/assets\\/[^/]+$/.test(import.meta.url) ? '.' : './assets'
const all = JSON.parse(readFileSync(new URL(folder + '/${name}', import.meta.url), 'utf8'))`
