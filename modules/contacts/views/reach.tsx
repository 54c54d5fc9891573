import { shownMobile } from '#src/core/identity-numbers/mobile-number.ts'

export const Mobile = ({ number }: { number: string }) =>
  number ? (
    <a className="link-hover whitespace-nowrap tabular-nums" href={`tel:${number}`}>
      {shownMobile(number)}
    </a>
  ) : null

export const Mailbox = ({ address }: { address: string }) =>
  address ? (
    <a className="link-hover" href={`mailto:${address}`}>
      {address}
    </a>
  ) : null
