type Closable = { close?(): unknown }

/** Starts a fixture before each test of the suite and closes it after the test. */
export function eachTest<T extends object>(start: () => Promise<T>): T {
  const fixture = createFixture(start)
  beforeEach(fixture.start)
  afterEach(fixture.close)
  return fixture.live
}

/** Starts a fixture once before the tests of the suite and closes it after the last one. */
export function allTests<T extends object>(start: () => Promise<T>): T {
  const fixture = createFixture(start)
  before(fixture.start)
  after(fixture.close)
  return fixture.live
}

/** `live` always has the properties of the fixture that was started last, so that a suite can hold it in a constant. */
function createFixture<T extends object>(start: () => Promise<T>) {
  let current: (T & Closable) | undefined
  const started = (): T => {
    if (current === undefined) throw new Error('A fixture exists only within tests and hooks.')
    return current
  }
  const live = new Proxy<T>(Object.create(null), {
    get: (_target, key) => Reflect.get(started(), key),
    // For spreading: a proxy may only report configurable properties that its target lacks.
    ownKeys: () => Reflect.ownKeys(started()),
    getOwnPropertyDescriptor: (_target, key) => {
      const property = Reflect.getOwnPropertyDescriptor(started(), key)
      return property && { ...property, configurable: true }
    },
    set: (_target, key, value) => Reflect.set(started(), key, value),
  })
  return {
    live,
    start: async () => {
      current = await start()
    },
    close: async () => {
      await current?.close?.()
      current = undefined
    },
  }
}
