import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkFile } from '#modules/documents/imports/copy/check-file.ts'
import type { PageBox } from '#src/pdf/page-box.ts'
import { numbers } from '#tests/support/mutants.ts'
import { CONTENT_ODDITIES, oddDocument } from '#tests/support/odd-pdf/document.ts'
import { STRUCTURE_ODDITIES, writeOdd } from '#tests/support/odd-pdf/writer.ts'
import { type Picture, pdfPicture, runTool } from '#tests/support/pdf-tools.ts'
import { LONG } from '#tests/support/runs.ts'
import { shownSize, toShown } from '#views/signature-places/plane.ts'
import { passingAuthority, pdfsig, seal, signAs } from '../../signing/pades/signing-kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'odd-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const COUNT = LONG ? 2000 : 40
const FIRST = Number(process.env.FIRST ?? 0)

/** These make two versions of one thing, or a print that differs: such a file is refused. */
const REFUSED: Record<string, string> = {
  doubledOther: 'ambiguous',
  layersInPrint: 'layers',
  printedOnly: 'layers',
}

test('at least forty kinds of oddities are tried', () => {
  expect(CONTENT_ODDITIES.length + STRUCTURE_ODDITIES.length).toBeGreaterThanOrEqual(40)
})

function oddFile(seed: number) {
  const dice = numbers(seed * 7919 + 13)
  const odd = new Set<string>()
  for (const list of [CONTENT_ODDITIES, STRUCTURE_ODDITIES])
    for (let count = dice(4); count > 0; count--) odd.add(list[dice(list.length)]!)
  return { odd, bytes: writeOdd(oddDocument(odd, dice), odd, dice) }
}

const wordsOf = async (bytes: Uint8Array, name: string) => {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  const text = await runTool('pdftotext', ['-raw', file, '-'])
  // What comes of fields and notes is drawn otherwise, and what is hidden is nobody's.
  return text.split(/\s+/).filter((word) => word && !/^[FH]/.test(word) && word !== '200')
}

test('whatever is accepted reads the same for everybody, is signed by three and closed, and looks the same', async () => {
  const authority = await passingAuthority()
  const refusals: string[] = []
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const { odd, bytes } = oddFile(seed)
    const what = `seed ${seed}: ${[...odd].join(' ')}`
    const { finding, copy } = await checkFile(new Uint8Array(bytes), 500)
    const must = [...odd].map((one) => REFUSED[one]).find(Boolean)
    if (!copy) {
      refusals.push(`${what}: ${JSON.stringify(finding)}`)
      continue
    }
    expect(must, what).toBeUndefined()
    expect(await wordsOf(copy, 'copy.pdf'), what).toEqual(await wordsOf(bytes, 'original.pdf'))
    const pages = 'pages' in finding ? finding.pages : 0
    const info = await runTool('pdfinfo', [join(folder, 'copy.pdf')])
    expect(info, what).toMatch(new RegExp(`^Pages:\\s+${pages}$`, 'm'))
    await expectSigned(copy, 'pages' in finding ? finding.pageBoxes : [], authority, what)
  }
  process.stdout.write(`${refusals.length} of ${COUNT} refused\n${LONG ? refusals.join('\n') : ''}\n`)
  for (const one of refusals) expect(one).toMatch(/ambiguous|layers|lengthWrong|countWrong/)
}, 3_600_000)

type Authority = Awaited<ReturnType<typeof passingAuthority>>

async function expectSigned(copy: Uint8Array, boxes: PageBox[], authority: Authority, what: string) {
  const places = [0, 1, 2].map((index) => {
    const box = boxes[Math.min(index, boxes.length - 1)]!
    const [width, height] = [box.width / 4, box.height / 12]
    const x = box.x + 5 + index * (width + 5)
    return { page: box.page, x, y: box.y + 5, width, height, party: 'a', kind: 'sign' as const }
  })
  let signed = copy
  for (const [index, place] of places.entries())
    signed = await signAs(authority, signed, { name: `Person ${index}`, place })
  signed = await seal(authority, signed)
  const opinions = await pdfsig(signed)
  expect([opinions.length, opinions.every(({ valid }) => valid)], what).toEqual([4, true])
  for (const box of boxes) {
    const own = places.filter(({ page }) => page === box.page).map((place) => toShown(box, place))
    const [before, after] = [await pdfPicture(copy, box.page, 40), await pdfPicture(signed, box.page, 40)]
    const { outside, inside } = differences(before, after, own, before.width / shownSize(box).width)
    expect([outside, own.length === 0 || inside > 0], `${what}, page ${box.page}`).toEqual([0, true])
  }
}

type Area = ReturnType<typeof toShown>

/** How many points of two pictures differ, in these areas and elsewhere. */
function differences(one: Picture, other: Picture, areas: Area[], scale: number) {
  const found = { inside: 0, outside: 0 }
  for (const [index, grey] of one.grey.entries()) {
    if (grey === other.grey[index]) continue
    const [x, y] = [index % one.width, Math.floor(index / one.width)]
    const within = areas.some(
      ({ left, top, width, height }) =>
        x >= left * scale - 2 &&
        x <= (left + width) * scale + 2 &&
        y >= top * scale - 2 &&
        y <= (top + height) * scale + 2,
    )
    found[within ? 'inside' : 'outside']++
  }
  return found
}
