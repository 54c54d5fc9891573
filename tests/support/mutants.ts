/** A request of a gateway: its headers and its body. */
export interface SentRequest {
  headers: Record<string, string>
  body: string
}

interface Mutant {
  how: string
  sent: SentRequest
}

const CHARACTERS = 'abcXYZ019+/=%&{}":,_-契'

/** Pseudo-random numbers that are the same in every run, so that failures repeat. */
export function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * `count` forgeries of a valid request, each with one difference in its body or in a signed header: a
 * character changed, removed or inserted, or a part moved, cut off or repeated. Equivalent requests are left
 * out.
 */
export function mutantsOf(valid: SentRequest, count: number, form: boolean): Mutant[] {
  const below = numbers(7)
  const mutants: Mutant[] = []
  const names = Object.keys(valid.headers).filter((name) => name !== 'content-type')
  while (mutants.length < count) {
    const inHeader = names.length > 0 && below(3) === 0
    const name = names[below(names.length)] ?? ''
    const textBefore = inHeader ? valid.headers[name]! : valid.body
    const { way, after } = changeText(textBefore, below, inHeader)
    const sentRequest = inHeader
      ? { ...valid, headers: { ...valid.headers, [name]: after } }
      : { ...valid, body: after }
    if (after === textBefore || (form && meaning(after) === meaning(textBefore))) continue
    mutants.push({ how: `${way} in ${inHeader ? name : 'body'}: ${after.slice(0, 80)}`, sent: sentRequest })
  }
  return mutants
}

function changeText(text: string, below: (limit: number) => number, header: boolean) {
  const position = below(text.length)
  const one = header ? CHARACTERS[below(CHARACTERS.length - 1)]! : CHARACTERS[below(CHARACTERS.length)]!
  const changes: Record<string, () => string> = {
    change: () => text.slice(0, position) + one + text.slice(position + 1),
    drop: () => text.slice(0, position) + text.slice(position + 1),
    add: () => text.slice(0, position) + one + text.slice(position),
    cut: () => text.slice(0, position),
    twice: () => text.slice(0, position) + text.slice(Math.max(0, position - 9)),
    turn: () => text.slice(position) + text.slice(0, position),
  }
  const changeName = Object.keys(changes)[below(6)]!
  return { way: changeName, after: changes[changeName]!() }
}

/** The fields of a form, independent of their encoding. */
const meaning = (body: string) => JSON.stringify([...new URLSearchParams(body)].sort())
