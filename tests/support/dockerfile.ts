// The Dockerfile as steps that a test checks or runs in a folder without a Docker engine.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Step {
  word: string
  rest: string
}

export interface Stage {
  base: string
  name: string
  steps: Step[]
}

/** The stages in order. Continued lines are joined and comments removed. */
export function readDockerfile(text = readFileSync('Dockerfile', 'utf8')): Stage[] {
  const stages: Stage[] = []
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean)
  for (const line of lines) {
    const [, word, rest] = /^([A-Z]+) +(.+)$/.exec(line)!
    if (word !== 'FROM') stages.at(-1)!.steps.push({ word: word!, rest: rest! })
    else {
      const [base, , name] = rest!.split(' ')
      stages.push({ base: base!, name: name ?? '', steps: [] })
    }
  }
  return stages
}

export const restsOf = ({ steps }: Stage, word: string) =>
  steps.filter((step) => step.word === word).map(({ rest }) => rest)

/** The words of a command in exec form, of CMD or after the flags of HEALTHCHECK. */
export const commandIn = (rest: string): string[] => JSON.parse(rest.slice(rest.indexOf('[')))

/** The environment variables that a stage sets. */
export const variablesOf = (stage: Stage): Record<string, string> =>
  Object.fromEntries(
    restsOf(stage, 'ENV')
      .flatMap((rest) => rest.split(' '))
      .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  )

/** The source stage of a COPY (undefined for the checkout), the copied paths and the target. */
export function copyIn(rest: string) {
  const words = rest.split(/ +/)
  const flags = words.filter((word) => word.startsWith('--'))
  const paths = words.filter((word) => !word.startsWith('--'))
  const sourceFlag = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length)
  return { from: sourceFlag, sources: paths.slice(0, -1), to: paths.at(-1)! }
}

/** The paths of the checkout that the build context does not include. */
export const IGNORED = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean)

const isVisible = (path: string) => !IGNORED.includes(path)

export interface Build {
  /** The folder with the files of each stage, below its name; `image` is the last stage. */
  folder: string
  /** The words before a command that run it as an ordinary user. */
  as: string[]
  /** Makes that user the owner of a copied path. */
  own: (path: string) => void
}

/** The root folder of a stage's files. */
export const rootOf = (folder: string, { name }: Stage) => join(folder, name || 'image')

/**
 * Runs every step of every stage as the engine would, except for the user; returns the root of the image.
 */
export function runDockerfile(stages: Stage[], build: Build): string {
  for (const stage of stages) runStage(stage, build)
  return rootOf(build.folder, stages.at(-1)!)
}

function runStage(stage: Stage, build: Build) {
  const root = rootOf(build.folder, stage)
  mkdirSync(root)
  build.own(root)
  let currentFolder = root
  for (const { word, rest } of stage.steps) {
    if (word === 'WORKDIR') {
      currentFolder = join(root, rest)
      mkdirSync(currentFolder, { recursive: true })
      build.own(currentFolder)
    }
    if (word === 'COPY') copy(rest, currentFolder, build)
    if (word === 'RUN') run(rest, { root, at: currentFolder, variables: variablesOf(stage) }, build)
  }
}

function copy(rest: string, at: string, build: Build) {
  const { from, sources, to } = copyIn(rest)
  for (const source of sources) {
    const path = from ? join(build.folder, from, source) : source
    const target = join(at, to)
    const into = !statSync(path).isDirectory() && to.endsWith('/') ? join(target, basename(path)) : target
    mkdirSync(dirname(into), { recursive: true })
    cpSync(path, into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (one) => Boolean(from) || isVisible(one),
    })
  }
  build.own(at)
}

/** The proxy and the trusted certificates by which this machine reaches the registry. */
const network = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i.test(name)),
  )

/** Absolute paths are mapped into the stage's folder. Owners are not changed, because that requires root. */
function run(
  command: string,
  { root, at, variables }: { root: string; at: string; variables: Record<string, string> },
  { folder, as }: Build,
) {
  const mappedCommand = command.replaceAll(/(?<=\s)\/(?=[a-z])/g, `${root}/`)
  const [program, ...words] = [...as, 'sh', '-c', `set -e; chown() { :; }; ${mappedCommand}`]
  execFileSync(program!, words, {
    cwd: at,
    env: { PATH: process.env.PATH, HOME: join(folder, 'home'), ...network(), ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
