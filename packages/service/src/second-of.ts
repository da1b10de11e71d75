/** Returns the beginning of the second of a time. Networks give the times of comments and messages in whole seconds. */
export function secondOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}
