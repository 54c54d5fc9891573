import type { Plugin } from 'vite'

/** Loaded for the first template: a test that needs none does not wait for the dictionaries. */
const makers = async () => ({
  ...(await import('../traditional.ts')),
  ...(await import('./spoken.ts')),
  ...(await import('./template-files.ts')),
})

const TEMPLATE = /\.yaml\?template$/

/**
 * Reads the library's templates while the product is built: checking them and deriving their traditional
 * Chinese takes a second and dictionaries of many megabytes, which no server then needs. A mistake stops the
 * build.
 */
export function templatePlugin(): Plugin {
  return {
    name: 'qishu-templates',
    enforce: 'pre',
    async load(id) {
      if (!TEMPLATE.test(id)) return
      const { blockFiles, deriveTraditional, readTemplate, spokenShipped } = await makers()
      const file = id.replace(/\?template$/, '')
      for (const watched of [file, ...blockFiles()]) this.addWatchFile(watched)
      const parsed = readTemplate(file)
      if ('problems' in parsed)
        throw new Error(
          parsed.problems
            .map((p) => `${p.file}:${p.line}:${p.column} ${p.clause ?? ''} ${p.message}`)
            .join('\n'),
        )
      const parts = [deriveTraditional(parsed.template), parsed.notes, spokenShipped(parsed.template)]
      const [template, notes, spoken] = parts.map(asModule)
      const code = `export default ${template}\nexport const notes = ${notes}\nexport const spoken = ${spoken}`
      return { code, moduleType: 'js' }
    },
  }
}

/** Read faster than the same as a literal. */
const asModule = (value: object) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
