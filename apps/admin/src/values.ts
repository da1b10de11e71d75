/** The options of a command as given in the command line, keyed by name. */
export type Values = Readonly<Record<string, string | boolean | undefined>>
