import { describe, expect, test } from 'vitest'
import { cleanPicture } from '#src/files/pictures/picture.ts'
import { gif, jpeg, PLANTED, png } from '#tests/support/pictures.ts'

const MAKERS = { png, jpg: jpeg, gif }
const KINDS = Object.entries(MAKERS)
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const copy = (bytes: Uint8Array) => new Uint8Array(bytes)

describe('a stored picture', () => {
  test.each(KINDS)('contains no hidden data that was added to a %s', (type, make) => {
    const planted = make({ planted: true })
    expect(text(planted)).toContain(PLANTED)
    const clean = cleanPicture(copy(planted))
    expect(clean?.type).toBe(type)
    expect(text(clean!.bytes)).not.toMatch(/GPS|31\.2304|script|http/)
  })

  test('is byte for byte the same if nothing was added', () => {
    for (const [type, make] of KINDS)
      expect([type, text(cleanPicture(copy(make()))!.bytes) === text(make())]).toEqual([type, true])
    for (const make of [png, gif])
      expect(text(cleanPicture(copy(make({ planted: true })))!.bytes)).toBe(text(make()))
  })

  test('is the same when cleaned again, and keeps the orientation of a photograph', () => {
    const { bytes } = cleanPicture(copy(jpeg({ planted: true })))!
    expect(text(cleanPicture(bytes)!.bytes)).toBe(text(bytes))
    expect(Buffer.from(bytes).toString('hex')).toContain('0112000300000001000600')
    expect(text(bytes).replace(/\xff\xe1\0\x22.{32}/s, '')).toBe(text(jpeg()))
  })
})

describe('a file is rejected as a picture', () => {
  test.each(KINDS)('if it is a %s that ends too early, or contains only the beginning', (_, make) => {
    const whole = make()
    for (let length = 0; length < whole.length; length++)
      expect([length, cleanPicture(copy(whole.subarray(0, length)))]).toEqual([length, null])
  })

  test('if its header states a larger size than any photograph has, or none', () => {
    for (const [width, height] of [
      [60_000, 60_000],
      [0x7fffffff, 1],
      [0, 5],
    ])
      expect(cleanPicture(copy(png({ width, height })))).toBeNull()
    const large = copy(gif())
    large.set([0xff, 0xff, 0xff, 0xff], 6)
    expect(cleanPicture(large)).toBeNull()
    const photograph = copy(jpeg())
    photograph.set([0xff, 0xff, 0xff, 0xff], text(photograph).indexOf('\xff\xc0') + 5)
    expect(cleanPicture(photograph)).toBeNull()
  })

  test.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a program that begins as a GIF', 'GIF89a/*xxxxxxx*/=1;alert(1)//'],
    ['a page that begins as a PNG', '\x89PNG\r\n\x1a\n<script>alert(1)</script>'],
    ['a page that begins as a JPEG', '\xff\xd8\xff\xe0\0\x04<script>alert(1)</script>'],
    ['nothing', ''],
  ])('if it is %s', (_, content) => {
    expect(cleanPicture(copy(Buffer.from(content, 'latin1')))).toBeNull()
  })

  test('or cleaned if any byte of it is changed', () => {
    for (const [, make] of KINDS)
      for (let at = 0; at < make().length; at++)
        for (const value of [0, 0x21, 0xff]) {
          const changed = copy(make({ planted: true }))
          changed[at] = value
          const clean = cleanPicture(changed)
          if (clean) expect(clean.bytes.length).toBeLessThanOrEqual(changed.length)
        }
  })
})
