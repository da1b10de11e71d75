/**
 * Returns the instant of an RFC 3339 time, which must be valid. A leap second becomes the second before it, as a `Date`
 * has none; fractions of a millisecond are dropped.
 */
export const timeIn = (text: string): Date => new Date(text.toUpperCase().replace(/:60(?=[.Z+-])/, ':59'))
