/** What a command reads and prints. Results are JSON on standard output; words go to standard error. */
export interface Io {
  /** Whether standard output is a terminal, so that a user reads it together with the words. */
  isTerminal: boolean
  /** Prints a result: indented on a terminal, otherwise on one line. */
  print(value: unknown): void
  /** Prints one of many results on a line of its own. */
  printLine(value: unknown): void
  /** Prints a text as it is, such as a script. */
  printText(text: string): void
  /** Says something to the user. */
  say(text: string): void
  /** All of standard input as text. */
  readAll(): Promise<string>
  /** Prompts the user for an input that is not shown; null if standard input is not a terminal. */
  askHidden(question: string): Promise<string | null>
}
