/**
 * The input and output of a command. Results are JSON on standard output; messages to the user go to standard error.
 */
export interface Io {
  /** Whether standard output is a terminal, so that the user reads it together with the messages. */
  isTerminal: boolean
  /** Aborted when nothing reads standard output any more. Commands that only print results can then end. */
  closed: AbortSignal
  /** Prints a result as JSON: indented on a terminal, otherwise on one line. */
  print(value: unknown): void
  /** Prints one of several results as JSON on a line of its own. */
  printLine(value: unknown): void
  /** Prints a string as it is, such as a script. */
  printText(text: string): void
  /** Prints a message to the user. */
  say(text: string): void
  /** Reads all of standard input. */
  readAll(): Promise<string>
  /**
   * Prompts the user for a line that is not shown. Empty after Ctrl-C or Ctrl-D; null if standard input is not a
   * terminal.
   */
  askHidden(question: string): Promise<string | null>
}
