/**
 * The time in `X-Publish-Before`, by which a write has to be stored; undefined without one. A leap second is the second
 * before it, and fractions below a millisecond are dropped: a deadline never becomes later.
 */
export function storeBeforeOf(headers: { 'x-publish-before'?: string | undefined }): Date | undefined {
  const sent = headers['x-publish-before']
  return sent === undefined ? undefined : new Date(sent.toUpperCase().replace(/:60(?=[.Z+-])/, ':59'))
}
