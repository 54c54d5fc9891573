/** A page on the screen: its picture from the server, and over it what the browser adds. */
export interface Sheet {
  number: number
  box: HTMLElement
  picture: HTMLImageElement
  /** What lies over the picture. */
  over: HTMLElement
  /** CSS pixels at 100 %. */
  width: number
  height: number
  /** The words over the picture, piece by piece, once they are there. */
  pieces: HTMLElement[]
  hasWords: boolean
}
