import { accessOf } from './access/access.ts'
import { findCommand, unknownCommand } from './commands/find-command.ts'
import { commands } from './commands/table.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { overview } from './help/help-text.ts'
import type { Command } from './invocation/command.ts'
import type { ClientSettings, Invocation } from './invocation/invocation.ts'

type Process = Pick<Invocation, 'io' | 'env' | 'places' | 'version' | 'signal'>

async function runCommand(command: Command, rest: readonly string[], given: Process): Promise<ExitCode> {
  const { parseCommand } = await import('./parse/parse-command.ts')
  const parsed = parseCommand(command, rest)
  if (parsed.values['help'] === true) {
    const { helpOf } = await import('./help/help-of.ts')
    given.io.printText(helpOf(command, rest))
    return exitCodes.done.code
  }
  const [run, { newClient }] = await Promise.all([command.load(), import('./access/new-client.ts')])
  const access = () => accessOf(given.env, given.places.loginFile)
  const client = (settings: ClientSettings = {}) => newClient(access(), parsed.values, settings)
  return (await run({ command, ...parsed, ...given, access, client })) ?? exitCodes.done.code
}

async function runWords(words: readonly string[], given: Process): Promise<ExitCode> {
  const [first = '--help'] = words
  if (first === '--version' || first === '-v') {
    given.io.printText(`${given.version}\n`)
    return exitCodes.done.code
  }
  if (['--help', '-h', 'help'].includes(first)) {
    given.io.printText(overview(commands))
    return words.length === 0 ? exitCodes.usage.code : exitCodes.done.code
  }
  if (first === '__complete') {
    const { candidates } = await import('./completion/candidates.ts')
    given.io.printText(
      candidates(words.slice(1))
        .map((each) => `${each}\n`)
        .join(''),
    )
    return exitCodes.done.code
  }
  const found = findCommand(commands, words)
  if (!found) throw unknownCommand(commands, words)
  return runCommand(found.command, found.rest, given)
}

const isErrorAlone = (output: object) => Object.keys(output).every((name) => name === 'error')

/**
 * Runs a command line (the words after `carillon`) and returns the exit code. Errors are not thrown but printed: as a
 * message for the user on standard error, and as JSON on standard output (if that is a terminal, only an error with a
 * result, such as a failed publish). After an interruption before anything was sent, there is only a message.
 */
export async function runCli(words: readonly string[], given: Process): Promise<ExitCode> {
  try {
    return await runWords(words, given)
  } catch (error) {
    const { errorReport } = await import('./error-report.ts')
    const { code, output, words: said } = errorReport(error)
    if (given.signal.aborted && code === exitCodes.unforeseen.code) {
      given.io.say('Interrupted; nothing was published or changed.')
      return code
    }
    // On a terminal, the words have said it; a publish that failed is a result.
    if (!given.io.isTerminal || !isErrorAlone(output)) given.io.print(output)
    given.io.say(said)
    return code
  }
}
