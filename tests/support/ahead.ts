// Loaded into a server before it starts: the server's `Date` is AHEAD milliseconds in the future.
const ahead = Number(process.env.AHEAD)
const RealDate = Date

class Ahead extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length ? given : [Ahead.now()]) as [number]))
  }
  static override now() {
    return RealDate.now() + ahead
  }
}

globalThis.Date = Ahead as DateConstructor
