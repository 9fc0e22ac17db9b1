// Preloaded into a daemon of a test, `--import`: its wall clock goes wrong by CLOCK_OFF_MS, as one that nobody set.
const RealDate = Date
const offMs = Number(process.env.CLOCK_OFF_MS)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, words) => Reflect.construct(target, words.length === 0 ? [RealDate.now() + offMs] : words),
  get: (target, key) => (key === 'now' ? () => RealDate.now() + offMs : Reflect.get(target, key)),
})
