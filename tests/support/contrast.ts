/**
 * The contrast of an element's text with its background, from 1 to 21. The background is composed of the
 * element's and its ancestors' colours, up to the first opaque one. Runs in the page.
 */
export function contrastOf(element: Element): number {
  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })!
  const blendOver = (colours: string[]) => {
    brush.clearRect(0, 0, 1, 1)
    for (const colour of colours) {
      brush.fillStyle = colour
      brush.fillRect(0, 0, 1, 1)
    }
    return [...brush.getImageData(0, 0, 1, 1).data]
  }
  const light = (colours: string[]) => {
    const [r = 0, g = 0, b = 0] = blendOver(colours)
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const grounds: string[] = []
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    const { backgroundColor } = getComputedStyle(ancestor)
    grounds.unshift(backgroundColor)
    if (blendOver([backgroundColor])[3] === 255) break
  }
  const words = getComputedStyle(element).color
  const [dark = 0, bright = 0] = [light(grounds), light([...grounds, words])].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}
