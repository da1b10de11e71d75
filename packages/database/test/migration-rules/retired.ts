/**
 * What a migration may drop or change although it was there before, as `<migration> <violation>`: no statement of the
 * previous version needs it.
 */
export const retired: Readonly<
  Record<
    string,
    {
      /** The first version whose processes run without it; it has to be released before the version that drops it. */
      since: string
      why: string
    }
  >
> = {}
