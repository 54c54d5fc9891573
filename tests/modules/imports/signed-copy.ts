import { expect } from 'vitest'
import type { PageBox } from '#src/pdf/page-box.ts'
import { type Picture, pdfPicture } from '#tests/support/pdf-tools.ts'
import { shownSize, toShown } from '#views/signature-places/plane.ts'
import { pdfsig, seal, signAs, type temporaryAuthority } from '../signing/pades/signing-kit.ts'

type Authority = Awaited<ReturnType<typeof temporaryAuthority>>

/**
 * Adds three signatures to the pages of a working copy and closes it. Every signature must be valid, and
 * nothing else may look different.
 */
export async function expectSigned(
  copy: Uint8Array,
  boxes: PageBox[],
  authority: Authority,
  description: string,
) {
  const places = [0, 1, 2].map((index) => {
    const box = boxes[Math.min(index, boxes.length - 1)]!
    const width = box.width / 4
    const height = box.height / 12
    const x = box.x + 5 + index * (width + 5)
    return { page: box.page, x, y: box.y + 5, width, height, party: 'a', kind: 'sign' as const }
  })
  let signedBytes = copy
  for (const [index, place] of places.entries())
    signedBytes = await signAs(authority, signedBytes, { name: `Person ${index}`, place })
  signedBytes = await seal(authority, signedBytes)
  const opinions = await pdfsig(signedBytes)
  expect([opinions.length, opinions.every(({ valid }) => valid)], description).toEqual([4, true])
  for (const box of boxes) {
    const ownAreas = places.filter(({ page }) => page === box.page).map((place) => toShown(box, place))
    const previousState = await pdfPicture(copy, box.page, 40)
    const newState = await pdfPicture(signedBytes, box.page, 40)
    const { outside, inside } = differences(
      previousState,
      newState,
      ownAreas,
      previousState.width / shownSize(box).width,
    )
    expect([outside, ownAreas.length === 0 || inside > 0], `${description}, page ${box.page}`).toEqual([
      0,
      true,
    ])
  }
}

type Area = ReturnType<typeof toShown>

/** The number of different pixels of two pictures, inside these areas and outside. */
function differences(one: Picture, other: Picture, areas: Area[], scale: number) {
  const counts = { inside: 0, outside: 0 }
  for (const [index, grey] of one.grey.entries()) {
    if (grey === other.grey[index]) continue
    const x = index % one.width
    const y = Math.floor(index / one.width)
    const within = areas.some(
      ({ left, top, width, height }) =>
        x >= left * scale - 2 &&
        x <= (left + width) * scale + 2 &&
        y >= top * scale - 2 &&
        y <= (top + height) * scale + 2,
    )
    counts[within ? 'inside' : 'outside']++
  }
  return counts
}
