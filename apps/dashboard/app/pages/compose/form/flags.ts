import type { Setting } from './post-schema.ts'

type Flag = Pick<Setting, 'hint'>

/**
 * Whether an optional flag is on with this value; undefined, which leaves it out of the request, is the usual value.
 */
export function isOn({ hint }: Flag, value: unknown): boolean {
  return value === undefined ? hint.isOnByDefault === true : value === true
}

/** The value with which an optional flag is on or off: undefined where the network does that without the flag. */
export function flagValue({ hint }: Flag, on: boolean): boolean | undefined {
  return on === (hint.isOnByDefault === true) ? undefined : on
}
