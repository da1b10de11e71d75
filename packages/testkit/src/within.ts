/** Milliseconds that a step of a test may take: less than the test or its hooks. */
const stepMs = 240_000

/**
 * Waits for a step of a test that has no limit of its own, for at most 240 s, so that one that never ends is named.
 * @throws Error that names the step
 */
export async function within<T>(step: string, work: Promise<T>): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`not ended within ${stepMs / 1000} s: ${step}`)), stepMs)
  try {
    return await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
