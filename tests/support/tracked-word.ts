import { unzipped } from './zip.ts'

interface Node {
  name: string
  /** The attributes as text, with their quotation marks. */
  attributes: string
  children: (Node | string)[]
}

const TAG = /<(\/?)([\w:]+)((?:\s[^<>]*?)?)(\/?)>|([^<]+)/g

/** Parses XML of the kind in our Word files: elements and text only. */
function parsed(xml: string): Node {
  const root: Node = { name: '', attributes: '', children: [] }
  const openElements = [root]
  for (const [, closes, name, attributes, empty, text] of xml.replace(/<\?.*?\?>/g, '').matchAll(TAG)) {
    if (text !== undefined) openElements.at(-1)!.children.push(text)
    else if (closes) {
      if (openElements.pop()!.name !== name) throw new Error(`${name} closes what it has not begun`)
    } else {
      const node = { name: name!, attributes: attributes!, children: [] }
      openElements.at(-1)!.children.push(node)
      if (!empty) openElements.push(node)
    }
  }
  if (openElements.length > 1) throw new Error(`${openElements.at(-1)!.name} does not end`)
  return root
}

function writeElement(node: Node | string): string {
  if (typeof node === 'string') return node
  const inside = node.children.map(writeElement).join('')
  if (!node.name) return inside
  const tag = `${node.name}${node.attributes}`
  return inside ? `<${tag}>${inside}</${node.name}>` : `<${tag}/>`
}

const elements = (node: Node) => node.children.filter((child): child is Node => typeof child !== 'string')
const child = (node: Node | undefined, name: string) =>
  node && elements(node).find((one) => one.name === name)

/** The parts of a Word file after all tracked changes are accepted or rejected. */
export function settled(docx: Uint8Array, how: 'accepted' | 'rejected'): Map<string, string> {
  const files = unzipped(docx)
  const [stays, goes] = how === 'accepted' ? ['w:ins', 'w:del'] : ['w:del', 'w:ins']
  const root = parsed(files.get('word/document.xml')!)
  settle(root, stays, goes)
  return new Map([...files, ['word/document.xml', writeElement(root)]])
}

function settle(node: Node, stays: string, goes: string): void {
  const output: (Node | string)[] = []
  // The content of a paragraph whose paragraph mark was removed moves to the start of the next paragraph.
  let remainingChildren: (Node | string)[] = []
  for (const one of node.children) {
    if (typeof one === 'string') output.push(one)
    else if (one.name === goes) continue
    else if (one.name === 'w:tr' && child(child(one, 'w:trPr'), goes)) continue
    else if (one.name === 'w:p') {
      const removedMark = child(child(child(one, 'w:pPr'), 'w:rPr'), goes)
      settle(one, stays, goes)
      const words = one.children.filter((part) => typeof part === 'string' || part.name !== 'w:pPr')
      if (removedMark) remainingChildren.push(...words)
      else {
        const marks = one.children.filter((part) => !words.includes(part))
        output.push({ ...one, children: [...marks, ...remainingChildren, ...words] })
        remainingChildren = []
      }
    } else {
      settle(one, stays, goes)
      if (one.name === 'w:delText') one.name = 'w:t'
      if (one.name === stays) output.push(...one.children)
      else output.push(one)
    }
  }
  if (remainingChildren.length > 0) output.push({ name: 'w:p', attributes: '', children: remainingChildren })
  node.children = output
}

/** Tracked changes of a file that Word would reject. */
export function problemsOf(docx: Uint8Array): string[] {
  const problems: string[] = []
  const ids = new Set<string>()
  const checkElement = (node: Node, within: string[]) => {
    const [inside] = within
    if (node.name === 'w:ins' || node.name === 'w:del') {
      const id = / w:id="(\d+)"/.exec(node.attributes)?.[1]
      if (!id || ids.has(id)) problems.push(`${node.name} has the id ${id}`)
      ids.add(id ?? '')
      if (!/ w:author="[^"]+"/.test(node.attributes)) problems.push(`${node.name} ${id} has no author`)
      if (!/ w:date="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/.test(node.attributes))
        problems.push(`${node.name} ${id} has no date`)
      if (!['w:p', 'w:rPr', 'w:trPr'].includes(inside!)) problems.push(`${node.name} stands in ${inside}`)
    }
    const isGone = within.includes('w:del')
    if (node.name === 'w:t' && isGone) problems.push('what is deleted is written as it stands')
    if (node.name === 'w:delText' && !isGone) problems.push('what stands is written as deleted')
    const names = elements(node).map(({ name }) => name)
    const marks = names.filter((name) => name === 'w:ins' || name === 'w:del')
    if (node.name === 'w:rPr' && marks.length > 0 && (names[0] !== marks[0] || inside !== 'w:pPr'))
      problems.push(`the marks of a paragraph are ${names}`)
    if (node.name === 'w:trPr' && marks.length > 0 && names.at(-1) !== marks[0])
      problems.push(`those of a row are ${names}`)
    if (node.name === 'w:tc' && names.at(-1) !== 'w:p') problems.push('a cell does not end with a paragraph')
    for (const one of elements(node)) checkElement(one, [node.name, ...within])
  }
  checkElement(parsed(unzipped(docx).get('word/document.xml')!), [])
  return problems
}
