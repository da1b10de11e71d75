/** Methods whose code is loaded when one of them is first called: a network's libraries cost nothing to a process that does not use it. */
export function lazily<T extends object, const K extends keyof T>(
  load: () => Promise<T>,
  names: readonly K[],
): Pick<T, K> {
  const method =
    (name: K) =>
    async (...values: unknown[]) => {
      const port = await load()
      const found = port[name]
      if (typeof found !== 'function') throw new TypeError(`there is no method ${String(name)}`)
      return found.apply(port, values)
    }
  return Object.fromEntries(names.map((name) => [name, method(name)])) as Pick<T, K>
}
