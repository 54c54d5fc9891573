import type { BlockFiles } from '#assembly/template/blocks.ts'
import type { Template } from '#assembly/template/template.ts'
import type { TemplateNotes } from '#assembly/template/template-notes.ts'
import type { Pronunciation } from './pronunciation.ts'

const templates = import.meta.glob<Template>(['./*/*.yaml', '!./blocks/*.yaml'], {
  eager: true,
  query: '?template',
  import: 'default',
})
const notes = import.meta.glob<TemplateNotes>(['./*/*.yaml', '!./blocks/*.yaml'], {
  eager: true,
  query: '?template',
  import: 'notes',
})
const spoken = import.meta.glob<Pronunciation>(['./*/*.yaml', '!./blocks/*.yaml'], {
  eager: true,
  query: '?template',
  import: 'spoken',
})
const sources = import.meta.glob<string>(['./*/*.yaml', './laws.yaml'], { query: '?raw', import: 'default' })

/**
 * The templates that come with the program, by code; template-plugin.ts derives their traditional Chinese.
 */
export const shippedTemplates: readonly Template[] = Object.values(templates).toSorted((one, other) =>
  one.code < other.code ? -1 : 1,
)

/** The notes in the source file of a shipped template. */
export const shippedNotes = (code: string): TemplateNotes => ofCode(notes, code) ?? {}

/** The pronunciation of a shipped template's names. */
export const shippedPronunciation = (code: string): Pronunciation | null => ofCode(spoken, code) ?? null

const ofCode = <T>(files: Record<string, T>, code: string): T | undefined =>
  Object.entries(files).find(([file]) => file.endsWith(`/${code}.yaml`))?.[1]

/** The source file of a shipped template; null for any other code. */
export async function shippedSource(code: string): Promise<string | null> {
  const file = Object.keys(templates).find((one) => one.endsWith(`/${code}.yaml`))
  return file ? sources[file]!() : null
}

/** The shared blocks and the table of laws that come with the program. */
export async function readShippedContext(): Promise<{ blocks: BlockFiles; laws: string }> {
  const files = Object.keys(sources).filter((file) => file.startsWith('./blocks/'))
  const blocks = await Promise.all(
    files.map(async (file) => [/\/([^/]+)\.yaml$/.exec(file)![1]!, await sources[file]!()] as const),
  )
  return { blocks: Object.fromEntries(blocks), laws: await sources['./laws.yaml']!() }
}
