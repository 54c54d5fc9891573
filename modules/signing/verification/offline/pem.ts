const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/** Certificates as PEM, from DER. */
export const writePem = (ders: Uint8Array[]): string =>
  ders
    .map((der) =>
      Buffer.from(der)
        .toString('base64')
        .match(/.{1,64}/g)!
        .join('\n'),
    )
    .map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`)
    .join('')

/**
 * The certificates in a PEM file, as DER. Skips blocks without valid base64, which decoders read in different
 * ways.
 */
export const readPem = (file: Uint8Array | undefined): Uint8Array[] =>
  [...new TextDecoder().decode(file ?? new Uint8Array()).matchAll(BLOCK)].flatMap(([, block]) => {
    const text = block!.replaceAll(/\s/g, '')
    const der = Buffer.from(text, 'base64')
    return der.toString('base64') === text ? [new Uint8Array(der)] : []
  })
