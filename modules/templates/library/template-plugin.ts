import type { Plugin } from 'vite'

/** Loaded with the first template, so that tests without templates do not load the dictionaries. */
const makers = async () => ({
  ...(await import('../traditional.ts')),
  ...(await import('./pronunciation.ts')),
  ...(await import('./template-files.ts')),
})

const TEMPLATE = /\.yaml\?template$/

/**
 * A build plugin that reads the library's templates, checks them and derives their traditional Chinese. That
 * takes a second and large dictionaries, which servers then do not need. A mistake stops the build.
 */
export function templatePlugin(): Plugin {
  return {
    name: 'qishu-templates',
    enforce: 'pre',
    async load(id) {
      if (!TEMPLATE.test(id)) return
      const { blockFiles, deriveTraditional, readTemplate, shippedPronunciationOf } = await makers()
      const file = id.replace(/\?template$/, '')
      for (const watched of [file, ...blockFiles()]) this.addWatchFile(watched)
      const parsed = readTemplate(file)
      if ('problems' in parsed)
        throw new Error(
          parsed.problems
            .map((p) => `${p.file}:${p.line}:${p.column} ${p.clause ?? ''} ${p.message}`)
            .join('\n'),
        )
      const parts = [
        deriveTraditional(parsed.template),
        parsed.notes,
        shippedPronunciationOf(parsed.template),
      ]
      const [template, notes, spoken] = parts.map(asModule)
      const code = `export default ${template}\nexport const notes = ${notes}\nexport const spoken = ${spoken}`
      return { code, moduleType: 'js' }
    },
  }
}

/** JSON.parse is faster than an equal literal. */
const asModule = (value: object) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
