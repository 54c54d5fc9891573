import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BlockFiles } from '#assembly/template/blocks.ts'
import { parseTemplate } from '#assembly/template/parse.ts'

const LIBRARY = import.meta.dirname

/** The files of the shared blocks. */
export const blockFiles = (): string[] => yamlIn(join(LIBRARY, 'blocks'))

/** The template files of the library, one folder per category. */
export const templateFiles = (): string[] =>
  readdirSync(LIBRARY, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'blocks')
    .flatMap(({ name }) => yamlIn(join(LIBRARY, name)))

const yamlIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => join(folder, name))
    : []

/** Reads the shared blocks, by name. */
export const readBlocks = (): BlockFiles =>
  Object.fromEntries(blockFiles().map((file) => [basename(file, '.yaml'), readFileSync(file, 'utf8')]))

/** Reads a template from its file, or returns the problems of the file. */
export const readTemplate = (file: string, blocks = readBlocks()) =>
  parseTemplate(readFileSync(file, 'utf8'), basename(file), blocks)
