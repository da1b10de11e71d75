/** The options of a command as they were given. */
export type Values = Readonly<Record<string, string | boolean | undefined>>
