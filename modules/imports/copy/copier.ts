import { PdfArray, PdfDict, PdfNull, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import type { PdfFile } from '#src/pdf/read.ts'
import { nameOf } from '#src/pdf/values.ts'

/** Entries that would make print and screen differ, by the kind of object that contains them. */
const OMITTED_KEYS: Record<string, string[]> = { Image: ['Alternates', 'OPI'], OCG: ['Usage'] }

const MAX_DEPTH = 200

/**
 * The types of objects to which references are not followed, because only copied pages are part of the copy.
 */
const TREE = new Set(['Page', 'Pages', 'Catalog'])

/** Copies objects from one file to another, each once, with all objects that they refer to. */
export class Copier {
  readonly objects: PdfObject[] = []
  #file: PdfFile
  #known = new Map<number, PdfRef>()
  #replaced = new Map<number, PdfRef | null>()
  #waiting: [number: number, object: PdfObject][] = []

  constructor(file: PdfFile) {
    this.#file = file
  }

  /** Adds a new object to the copy. */
  add(object: PdfObject): PdfRef {
    this.objects.push(object)
    return PdfRef.of(this.objects.length)
  }

  /** Reserves the number of an object that is made later. */
  reserve(): PdfRef {
    return this.add(PdfNull.instance)
  }

  setObject({ objectNumber }: PdfRef, object: PdfObject) {
    this.objects[objectNumber - 1] = object
  }

  /** Sets the counterpart of an object in the copy; null when it is left out. */
  replace(number: number, counterpart: PdfRef | null) {
    this.#replaced.set(number, counterpart)
  }

  /** Copies a value and everything that it refers to. */
  value(value: PdfObject | null | undefined): PdfObject {
    const copy = this.#copyOf(value ?? PdfNull.instance, 0)
    while (this.#waiting.length) {
      const [number, object] = this.#waiting.pop()!
      this.setObject(PdfRef.of(number), this.#copyOf(object, 0))
    }
    return copy
  }

  #copyOf(value: PdfObject, depth: number): PdfObject {
    if (depth > MAX_DEPTH) throw new Error('An object is nested too deeply')
    if (value instanceof PdfRef) return this.#refTo(value)
    if (value instanceof PdfArray)
      return new PdfArray(value.toArray().map((item) => this.#copyOf(item, depth + 1)))
    if (value instanceof PdfStream) return new PdfStream(this.#dictOf(value, depth), value.data)
    return value instanceof PdfDict ? this.#dictOf(value, depth) : value
  }

  #dictOf(dict: PdfDict, depth: number): PdfDict {
    const copy = new PdfDict()
    const { resolve } = this.#file
    const kind = nameOf(dict.get('Subtype'), resolve) ?? nameOf(dict.get('Type'), resolve) ?? ''
    const omittedKeys = OMITTED_KEYS[kind] ?? []
    for (const [key, value] of dict)
      if (!omittedKeys.includes(key.value)) copy.set(key, this.#copyOf(value, depth + 1))
    return copy
  }

  #refTo(ref: PdfRef): PdfObject {
    const number = ref.objectNumber
    const counterpart = this.#replaced.get(number)
    if (counterpart !== undefined) return counterpart ?? PdfNull.instance
    const copiedRef = this.#known.get(number)
    if (copiedRef) return copiedRef
    const object = this.#file.object(number)
    if (!object || object instanceof PdfNull || this.#isOfTree(object)) return PdfNull.instance
    const newRef = this.reserve()
    this.#known.set(number, newRef)
    this.#waiting.push([newRef.objectNumber, object])
    return newRef
  }

  #isOfTree(object: PdfObject): boolean {
    if (!(object instanceof PdfDict) || object instanceof PdfStream) return false
    const type = nameOf(object.get('Type'), this.#file.resolve)
    return type !== null && TREE.has(type)
  }
}
