import type { Bundle } from './manifest.ts'

/** Thrown if the dashboard could not be bundled, such as where its folder cannot be written. */
export class NotBundledError extends Error {
  override readonly name = 'NotBundledError'
}

/** The time in ms after which a build that has failed is tried again. */
const retryMs = 10_000

/** How `keepBundles` finds, reads and builds bundles (builds of the dashboard's browser code). */
export interface BundleSource {
  /** Returns the name of the bundle that is to be served now; it changes when the sources change. */
  wantedName(): Promise<string>
  /** Returns the bundle with a name; undefined if it has not been built. */
  read(name: string): Promise<Bundle | undefined>
  /** Builds the bundle that `wantedName` names. */
  build(): Promise<unknown>
  /** Milliseconds of a clock that only goes forward. */
  now(): number
}

export interface Bundles {
  /**
   * Returns the bundle that `wantedName` names, from memory or from the disk. If it has not been built, starts to build
   * it. Returns undefined while it is being built: call it again later.
   * @throws NotBundledError if the build has failed; it is tried again by a call ten seconds later
   */
  current(): Promise<Bundle | undefined>
  /** Returns the bundles that `current` has returned, in the order in which it last returned each. */
  served(): Bundle[]
}

/**
 * Creates the object from which a process gets the bundles (builds of the dashboard's browser code) that it serves.
 * Nothing is read or built before `current` is called. A bundle stays in memory until the process ends.
 */
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
        known.delete(name)
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
