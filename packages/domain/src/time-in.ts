/**
 * The instant of an RFC 3339 time. A leap second, which a `Date` does not have, is the second before it; fractions below
 * a millisecond are dropped.
 */
export const timeIn = (text: string): Date => new Date(text.toUpperCase().replace(/:60(?=[.Z+-])/, ':59'))
