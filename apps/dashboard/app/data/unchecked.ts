/**
 * Returns `value` unchanged with a type that fits everywhere: for the query or body of an operation whose type depends
 * on the network. Pages build it from the capabilities and schemas of the service, which validates it.
 */
export function unchecked(value: object): never {
  return value as never
}
