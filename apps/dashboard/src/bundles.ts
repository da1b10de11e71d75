import type { Bundle } from './manifest.ts'

/** Thrown if the dashboard could not be bundled, such as where its folder cannot be written. */
export class NotBundledError extends Error {
  override readonly name = 'NotBundledError'
}

/** The time in ms after which a build that has failed is tried again. */
const retryMs = 10_000

export interface BundleSource {
  /** Returns the name of the bundle that is to be served. */
  wantedName(): Promise<string>
  /** Returns the bundle with a name; undefined if it has not been built. */
  read(name: string): Promise<Bundle | undefined>
  /** Builds the bundle that is wanted. */
  build(): Promise<unknown>
  /** Milliseconds of a clock that only goes forward. */
  now(): number
}

export interface Bundles {
  /**
   * Returns the bundle that is wanted; undefined while it is being built, which the first call starts: call it again
   * later.
   * @throws NotBundledError if the build has failed; it is tried again by a call ten seconds later
   */
  current(): Promise<Bundle | undefined>
  /** Returns the bundles that `current` has returned, the first one first. */
  served(): Bundle[]
}

/** Reads or builds the bundles that a process serves, and remembers them. */
export function keepBundles({ wantedName, read, build, now }: BundleSource): Bundles {
  const known = new Map<string, Bundle>()
  const builds = new Map<string, Promise<void>>()
  const failures = new Map<string, { cause: unknown; at: number }>()

  async function buildAs(name: string): Promise<void> {
    try {
      await build()
      failures.delete(name)
    } catch (cause) {
      failures.set(name, { cause, at: now() })
    } finally {
      builds.delete(name)
    }
  }

  return {
    async current() {
      const name = await wantedName()
      const bundle = known.get(name) ?? (await read(name))
      if (bundle !== undefined) {
        known.set(name, bundle)
        return bundle
      }
      const failure = failures.get(name)
      if (failure && now() - failure.at < retryMs) {
        throw new NotBundledError('The dashboard could not be bundled.', { cause: failure.cause })
      }
      if (!builds.has(name)) builds.set(name, buildAs(name))
      return undefined
    },
    served: () => [...known.values()],
  }
}
