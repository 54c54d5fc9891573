/** A page on the screen: its image from the server, and the layers that the browser adds. */
export interface Sheet {
  number: number
  box: HTMLElement
  picture: HTMLImageElement
  /** The layer over the image. */
  over: HTMLElement
  /** The size in CSS pixels at 100 %. */
  width: number
  height: number
  /** The elements of the text layer, once it exists. */
  pieces: HTMLElement[]
  /** Whether the text layer exists or is being made. */
  hasText: boolean
}
