import { Buffer } from 'buffer/'

/** Node's Buffer in browsers. As in Node, a part of a Buffer is a Buffer. */
Buffer.prototype.subarray = function (this: Uint8Array, start?: number, end?: number) {
  return Object.setPrototypeOf(Uint8Array.prototype.subarray.call(this, start, end), Buffer.prototype)
} as never

export { Buffer }
