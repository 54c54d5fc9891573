import type { SentSpan } from './otlp.ts'

/** The kinds of spans, as OTLP numbers them. */
const KINDS: Record<number, { name: string; colour: string }> = {
  2: { name: 'request', colour: '#2563a8' },
  3: { name: 'call of a service or the store', colour: '#b45309' },
  4: { name: 'job enqueued', colour: '#7c3aed' },
  5: { name: 'job worked', colour: '#047857' },
}
const OTHER_KIND = { name: 'step', colour: '#64748b' }

const LABELS = 330
const CHART = 620
const WIDTH = LABELS + CHART + 90
const ROW = 17
const HEAD = 64
const FONT = 'font-family="system-ui, sans-serif"'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Row {
  span: SentSpan
  depth: number
  queries: number
}

const isQuery = ({ attributes }: SentSpan) => 'db.system.name' in attributes
const startOf = ({ startTimeUnixNano }: SentSpan) => Number(BigInt(startTimeUnixNano) / 1000n) / 1000
const endOf = ({ endTimeUnixNano }: SentSpan) => Number(BigInt(endTimeUnixNano) / 1000n) / 1000

/** Each trace as a tree, sorted by start. Queries are counted at the step that executed them. */
function rowsOf(spans: SentSpan[]): Row[] {
  const knownIds = new Set(spans.map(({ spanId }) => spanId))
  const children = Map.groupBy(spans, ({ parentSpanId = '' }) =>
    knownIds.has(parentSpanId) ? parentSpanId : '',
  )
  const spansBelow = (id: string, depth: number): Row[] =>
    (children.get(id) ?? [])
      .filter((span) => !isQuery(span))
      .flatMap((span) => {
        const queries = (children.get(span.spanId) ?? []).filter(isQuery).length
        return [{ span, depth, queries }, ...spansBelow(span.spanId, depth + 1)]
      })
  return spansBelow('', 0)
}

/**
 * Draws the traces of a run as SVG: a row for each span, as long as its duration, and a dotted line from
 * each span to the trace that it is linked to.
 */
export function drawTraces(spans: SentSpan[]): string {
  const rows = rowsOf(spans)
  const startOfAll = Math.min(...spans.map(startOf))
  const length = Math.max(...spans.map(endOf)) - startOfAll
  const x = (at: number) => LABELS + ((at - startOfAll) / length) * CHART
  const y = (row: number) => HEAD + row * ROW
  const height = y(rows.length) + 16
  const rowOf = new Map(rows.map(({ span }, index) => [span.spanId, index]))
  const rowPictures = rows.map(({ span, depth, queries }, index) => {
    const { colour } = KINDS[span.kind] ?? OTHER_KIND
    const took = endOf(span) - startOf(span)
    const leftX = x(startOf(span))
    const width = Math.max(1.5, (took / length) * CHART)
    const words = `${took.toFixed(0)} ms${queries ? `, ${queries} queries` : ''}`
    const textX = leftX + width + 4
    const labelled =
      textX < LABELS + CHART - 40
        ? `<text x="${textX.toFixed(1)}" y="${y(index) + 12}" fill="#475569">${words}</text>`
        : `<text x="${(leftX - 4).toFixed(1)}" y="${y(index) + 12}" text-anchor="end" fill="#475569">${words}</text>`
    const name = escaped(span.name)
    return [
      `<text x="${8 + depth * 14}" y="${y(index) + 12}" fill="#0f172a"${depth ? '' : ' font-weight="600"'}>${name}</text>`,
      `<rect x="${leftX.toFixed(1)}" y="${y(index) + 3}" width="${width.toFixed(1)}" height="${ROW - 6}" rx="2" fill="${colour}"/>`,
      labelled,
    ].join('\n')
  })
  const stripes = rows.flatMap(({ depth }, index) =>
    depth === 0 ? [`<rect x="0" y="${y(index)}" width="${WIDTH}" height="${ROW}" fill="#f1f5f9"/>`] : [],
  )
  const links = rows.flatMap(({ span }, index) =>
    (span.links ?? []).map(({ spanId }) => {
      const targetY = y(rowOf.get(spanId) ?? 0) + ROW / 2
      const startX = x(startOf(span))
      const startY = y(index) + ROW / 2
      return `<path d="M ${startX.toFixed(1)} ${startY} C ${(startX - 40).toFixed(1)} ${startY} ${(LABELS - 6).toFixed(1)} ${startY - 20} ${LABELS - 6} ${targetY}" fill="none" stroke="#94a3b8" stroke-dasharray="2 3"/>`
    }),
  )
  const legend = [...Object.values(KINDS), OTHER_KIND].map(
    ({ name, colour }, index) =>
      `<rect x="${8 + index * 190}" y="36" width="11" height="11" rx="2" fill="${colour}"/><text x="${24 + index * 190}" y="46" fill="#334155">${name}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" ${FONT} font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="20" font-size="14" font-weight="600" fill="#0f172a">A signing by two people: ${(length / 1000).toFixed(1)} s, ${spans.length} spans in ${new Set(spans.map(({ traceId }) => traceId)).size} traces that are linked to its start</text>`,
    ...legend,
    ...stripes,
    ...links,
    ...rowPictures,
    '</svg>',
    '',
  ].join('\n')
}
