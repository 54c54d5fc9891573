import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Colour = [number, number, number]

const css = readFileSync('views/theme.css', 'utf8')

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

const colourOf = (hex: string): Colour =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Colour

const times = (matrix: Colour[], [a, b, c]: Colour) =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as Colour

/** Two colours mixed in Oklab, as CSS mixes them. */
function mixed(one: Colour, share: number, other: Colour): Colour {
  const oklab = (colour: Colour) => {
    const toLms: Colour[] = [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ]
    const toLab: Colour[] = [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ]
    return times(toLab, times(toLms, colour).map(Math.cbrt) as Colour)
  }
  const a = oklab(one)
  const b = oklab(other)
  const lab = a.map((part, at) => part * share + b[at]! * (1 - share)) as Colour
  const back: Colour[] = [
    [1, 0.3963377774, 0.2158037573],
    [1, -0.1055613458, -0.0638541728],
    [1, -0.0894841775, -1.291485548],
  ]
  const rgb: Colour[] = [
    [4.0767416621, -3.3077115913, 0.2309699292],
    [-1.2684380046, 2.6097574011, -0.3413193965],
    [-0.0041960863, -0.7034186147, 1.707614701],
  ]
  return times(rgb, times(back, lab).map((part) => part ** 3) as Colour)
}

const light = ([r, g, b]: Colour) => 0.2126 * r + 0.7152 * g + 0.0722 * b

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

test.each(['paper', 'ink'])('the borders of fields contrast with every background of “%s”', (theme) => {
  const rules = new RegExp(`name: "${theme}";.*?\n}`, 's').exec(css)![0]
  const named = (name: string) => colourOf(new RegExp(`--color-${name}: (#\\w{6})`).exec(rules)![1]!)
  const share = Number(/--input-color: color-mix\(in oklab, var\(--color-base-content\) (\d+)%/.exec(css)![1])
  const edge = mixed(named('base-content'), share / 100, named('base-100'))
  for (const ground of ['base-100', 'base-200'])
    expect([ground, contrast(edge, named(ground)) >= 3]).toEqual([ground, true])
})
