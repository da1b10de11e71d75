/**
 * A query or body for an operation whose type depends on the network. The page builds it from the capabilities and the
 * schemas that the service publishes, and the service validates it.
 */
export function unchecked(value: object): never {
  return value as never
}
