import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import {
  commandIn,
  copyIn,
  IGNORED,
  readDockerfile,
  restsOf,
  variablesOf,
} from '#tests/support/dockerfile.ts'
import { sourceFiles } from '#tests/support/files.ts'
import { COMPANY, PRODUCTION } from '#tests/support/production.ts'
import { START_FLAGS } from '#tests/support/server.ts'

const STAGES = readDockerfile()
const IMAGE = STAGES.at(-1)!
const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')

/** The environment variables that lines of the text begin with. */
const namesIn = (text: string) => [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!)

/** Every variable that the configuration reads. */
const knownVariables = new Set(
  sourceFiles(['src/core']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!),
  ),
)
const unknownOf = (variables: object) => Object.keys(variables).filter((name) => !knownVariables.has(name))

/** The environment variables that production requires. */
const NEEDED = [...Object.keys(PRODUCTION), ...Object.keys(COMPANY), 'SECRET_KEY']

test('.env.example names every variable that production needs, and no unknown one', () => {
  const names = namesIn(readFileSync('.env.example', 'utf8'))
  for (const name of NEEDED) expect(names).toContain(name)
  expect(names.filter((name) => !knownVariables.has(name))).toEqual([])
})

describe('the image', () => {
  test('is based on the Node of the tests, and starts the server as they do', () => {
    const { node } = JSON.parse(readFileSync('package.json', 'utf8')).devDependencies
    expect(STAGES.map(({ base }) => base)).toEqual(STAGES.map(() => `node:${node}-bookworm-slim`))
    expect(restsOf(IMAGE, 'CMD').map(commandIn)).toEqual([['node', ...START_FLAGS]])
    expect(restsOf(IMAGE, 'USER')).toEqual(['node'])
  })

  test('copies existing files, and nothing that the build leaves out', () => {
    const copies = STAGES.flatMap((stage) => restsOf(stage, 'COPY').map(copyIn))
    const checkoutPaths = copies.filter(({ from }) => !from).flatMap(({ sources }) => sources)
    expect(checkoutPaths).toContain('package-lock.json')
    expect(checkoutPaths.filter((path) => !existsSync(path) || IGNORED.includes(path))).toEqual([])
    const stageNames = copies.flatMap(({ from }) => from ?? [])
    expect(stageNames.filter((from) => !STAGES.some(({ name }) => name === from))).toEqual([])
    expect(IGNORED).toEqual(expect.arrayContaining(['node_modules', '.env', '.git', 'data']))
  })

  test('runs existing scripts, and sets known variables', () => {
    const commands = STAGES.flatMap((stage) => restsOf(stage, 'RUN')).join('\n')
    const files = [...commands.matchAll(/\bnode (src\S+)/g)].map(([, file]) => file!)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const namedScripts = [...commands.matchAll(/\bnpm run (\S+)/g)].map(([, name]) => name!)
    expect(files).toContain('src/commands/build.mjs')
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(namedScripts.filter((name) => !(name in scripts))).toEqual([])
    const { MALLOC_ARENA_MAX: _, MALLOC_TRIM_THRESHOLD_: __, ...ours } = variablesOf(IMAGE)
    expect(unknownOf(ours)).toEqual([])
    expect(ours.DEMO).toBe('auto')
  })
})

test('the unit of systemd starts the server as the image does', () => {
  const unit = read('qishu.service')
  expect(/^ExecStart=\/opt\/qishu\/node_modules\/node\/bin\/node (.+)$/m.exec(unit)![1]).toBe(
    START_FLAGS.join(' '),
  )
  for (const name of ['MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_'])
    expect(unit).toContain(`${name}=${variablesOf(IMAGE)[name]}`)
})

test('every program of ours that a file of deploy names is built', () => {
  const texts = globSync('deploy/*').filter((path) => /\.\w+$/.test(path))
  const programs = texts.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/dist\/server\/([\w-]+)\.js/g),
  ])
  const names = programs.map(([, name]) => name!)
  expect(names).toEqual(expect.arrayContaining(['server', 'backup']))
  expect(names.filter((name) => name !== 'server' && !existsSync(`src/commands/${name}.ts`))).toEqual([])
})

describe('Compose', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true })
  const mounts = Object.values(services).flatMap((one) => (one as { volumes?: string[] }).volumes ?? [])
  const sources = mounts.map((mount) => mount.split(':')[0]!)

  test('has two processes, read-only, with time to stop, with known variables', () => {
    for (const name of ['first', 'second']) {
      const { environment, depends_on } = services[name]
      expect(services[name]).toMatchObject({ read_only: true, stop_grace_period: '15s', env_file: '.env' })
      expect(services[name].volumes).toEqual([`${name}:/data`])
      expect(unknownOf(environment)).toEqual([])
      expect(environment.STORAGE_S3_URL).toMatch(/^http:\/\/garage:3900\/\w+$/)
      expect(Object.keys(depends_on).filter((other) => !services[other])).toEqual([])
    }
  })

  test('mounts only existing files and its own volumes', () => {
    const files = sources.filter((source) => source.startsWith('.'))
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter((file) => !existsSync(join('deploy', file)))).toEqual([])
    const namedVolumes = sources.filter((source) => !source.startsWith('.'))
    expect(namedVolumes.toSorted()).toEqual(Object.keys(volumes).toSorted())
  })

  test('publishes only the proxy to others', () => {
    const published = Object.entries(services).flatMap(([name, one]) =>
      ((one as { ports?: string[] }).ports ?? []).map((port) => [name, String(port)]),
    )
    const publicPorts = published.filter(([, port]) => !port!.startsWith('127.0.0.1:'))
    expect(publicPorts.map(([name]) => name)).toEqual(['proxy', 'proxy'])
  })

  test('its files agree with each other', () => {
    const proxy = read('Caddyfile')
    for (const line of [
      'reverse_proxy first:3000 second:3000 {',
      'header_up X-Forwarded-For {remote_host}',
      'header_up -traceparent',
      'flush_interval -1',
    ])
      expect(proxy).toContain(line)
    const collector = parse(readFileSync('docs/telemetry/collector.yaml', 'utf8'))
    const portOf = (address: string) => address.split(':').at(-1)
    expect(services.first.environment.OTEL_EXPORTER_OTLP_ENDPOINT).toBe(
      `http://collector:${portOf(collector.receivers.otlp.protocols.http.endpoint)}`,
    )
    const [scraped] = parse(read('prometheus.yaml')).scrape_configs
    expect(scraped.static_configs[0].targets).toEqual([
      `collector:${portOf(collector.exporters.prometheus.endpoint)}`,
    ])
    const { endpoint } = parse(read('tempo.yaml')).distributor.receivers.otlp.protocols.http
    expect(collector.exporters['otlphttp/tempo'].endpoint).toBe(`http://tempo:${portOf(endpoint)}`)
    const { datasources } = parse(read('grafana/datasources.yaml'))
    const usedMetrics = [
      ...readFileSync('docs/telemetry/alerts.yaml', 'utf8').matchAll(/datasourceUid: (\S+)/g),
    ]
    expect(new Set(usedMetrics.map(([, uid]) => uid))).toEqual(new Set(['prometheus']))
    expect(datasources.map(({ uid }: { uid: string }) => uid)).toContain('prometheus')
    const [{ options }] = parse(read('grafana/dashboards.yaml')).providers
    expect(mounts.some((mount) => mount.includes(`:${options.path}/`))).toBe(true)
  })
})

describe('Kubernetes', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS())
  const ofKind = (kind: string) => documents.find((one) => one.kind === kind)
  const pods = [
    ofKind('Deployment').spec.template.spec,
    ofKind('CronJob').spec.jobTemplate.spec.template.spec,
  ]

  test('has the variables that production needs, and no unknown one', () => {
    const environment = { ...ofKind('ConfigMap').data, ...ofKind('Secret').stringData }
    expect(unknownOf(environment)).toEqual([])
    const fromImage = Object.keys(variablesOf(IMAGE))
    expect(NEEDED.filter((name) => !(name in environment) && !fromImage.includes(name))).toEqual([])
    for (const secret of ['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'STORAGE_S3_SECRET'])
      expect(Object.keys(ofKind('ConfigMap').data)).not.toContain(secret)
    expect(Object.values(environment).every((value) => typeof value === 'string')).toBe(true)
  })

  test('runs without root on a read-only root file system, and mounts what it has', () => {
    for (const { securityContext, containers, volumes } of pods) {
      const [container] = containers
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
      expect(container.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      })
      const names = (list: { name: string }[]) => list.map(({ name }) => name).toSorted()
      expect(names(container.volumeMounts)).toEqual(names(volumes))
      const writable = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
      expect(writable).toEqual(expect.arrayContaining([variablesOf(IMAGE).DATA_DIR, '/tmp']))
    }
  })

  test('never takes a replica away before another is ready', () => {
    const { replicas, strategy, selector } = ofKind('Deployment').spec
    const [{ livenessProbe, readinessProbe, lifecycle, resources }] = pods[0].containers
    expect([replicas, strategy.rollingUpdate.maxUnavailable]).toEqual([2, 0])
    expect(livenessProbe.httpGet.path).toBe('/healthz')
    expect(readinessProbe.httpGet.path).toBe('/readyz')
    const pause = lifecycle.preStop.sleep.seconds
    expect(pods[0].terminationGracePeriodSeconds).toBeGreaterThanOrEqual(pause + 15)
    expect(resources.limits.memory).toBeDefined()
    expect(ofKind('PodDisruptionBudget').spec.selector).toEqual(selector)
    expect(ofKind('Service').spec.selector).toEqual(selector.matchLabels)
    const [{ http }] = ofKind('Ingress').spec.rules
    expect(http.paths[0].backend.service.name).toBe(ofKind('Service').metadata.name)
  })
})
