import pg from 'pg'

const { types } = pg

/** The server's id of the type `text[]`, which pg does not list. */
const textArray: number = 1009

const readAnyTime: (text: string) => unknown = types.getTypeParser(types.builtins.TIMESTAMPTZ, 'text')
const readAnyTexts: (text: string) => unknown = types.getTypeParser(textArray, 'text')

/**
 * Reads a `timestamptz`. A time in UTC with a year of four digits, such as `2026-11-29 13:29:15.972+00`, is read by
 * JavaScript itself; other times, which only servers with another time zone send, and infinite ones are left to pg.
 */
function readTime(text: string): unknown {
  if (text[10] !== ' ' || !text.endsWith('+00')) return readAnyTime(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}

/**
 * Reads a `text[]`. One without quotes, escapes, nulls and nested lists, such as `{read,write}`, is split at its
 * commas; others are left to pg, which reads them letter by letter.
 */
function readTexts(text: string): unknown {
  if (text === '{}') return []
  if (!text.startsWith('{') || /["\\]|.\{|null/i.test(text)) return readAnyTexts(text)
  return text.slice(1, -1).split(',')
}

/**
 * Makes pg read `bigint` as a number and `date` as text (YYYY-MM-DD), and times and lists of texts faster, on all
 * connections of the process.
 */
export function registerValueParsers(): void {
  // A bigint column holds sizes and prices, all far below 2^53.
  types.setTypeParser(types.builtins.INT8, Number)
  types.setTypeParser(types.builtins.DATE, String)
  types.setTypeParser(types.builtins.TIMESTAMPTZ, readTime)
  types.setTypeParser(textArray, readTexts)
}
