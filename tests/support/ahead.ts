// Loaded into a server before it starts: the server's `Date` is AHEAD milliseconds in the future.
const ahead = Number(process.env.AHEAD)
const Real = Date

class Ahead extends Real {
  constructor(...given: unknown[]) {
    super(...((given.length ? given : [Ahead.now()]) as [number]))
  }
  static override now() {
    return Real.now() + ahead
  }
}

globalThis.Date = Ahead as DateConstructor
