type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

function isDefined<T extends object>(value: T): value is T & Defined<T> {
  return Object.values(value).every((each) => each !== undefined)
}

/** Copies an object without its undefined properties. */
export function defined<T extends object>(value: T): Defined<T> {
  const copy = { ...value }
  for (const name of Object.keys(copy)) if (Reflect.get(copy, name) === undefined) Reflect.deleteProperty(copy, name)
  if (!isDefined(copy)) throw new Error('a property that cannot be removed is undefined')
  return copy
}
