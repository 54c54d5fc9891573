import { SaxesParser } from 'saxes'

interface Visitor {
  open: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  onText?: (words: string) => void
}

/**
 * Visits each tag and text of a document; names are passed without their namespace prefix. Throws if the
 * document is broken.
 */
export function walkXml(text: string, { open, close, onText }: Visitor) {
  const parser = new SaxesParser()
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes))
  if (close) parser.on('closetag', ({ name }) => close(localName(name)))
  if (onText) parser.on('text', onText)
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
}
