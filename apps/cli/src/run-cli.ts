import type { Client } from '@carillon/client'
import { accessOf } from './access/access.ts'
import type { Command } from './commands/command.ts'
import { findCommand, unknownCommand } from './commands/find-command.ts'
import { commands } from './commands/table.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { overview } from './help.ts'
import type { Invocation } from './invocation.ts'

export type Process = Pick<Invocation, 'io' | 'env' | 'places' | 'version' | 'signal'>

interface Loaded {
  newClient: typeof import('./access/new-client.ts').newClient
}

function invocationOf(
  command: Command,
  parsed: Pick<Invocation, 'args' | 'values'>,
  given: Process,
  { newClient }: Loaded,
): Invocation {
  const access = () => accessOf(given.env, given.places.loginFile)
  const client = (settings = {}): Client => newClient(access(), parsed.values, settings)
  return { command, ...parsed, ...given, access, client }
}

async function runCommand(command: Command, rest: readonly string[], given: Process): Promise<ExitCode> {
  const { parseCommand } = await import('./parse/parse-command.ts')
  const parsed = parseCommand(command, rest)
  if (parsed.values['help'] === true) {
    const { helpOf } = await import('./commands/help-of.ts')
    given.io.printText(helpOf(command, rest))
    return exitCodes.done.code
  }
  const [run, loaded] = await Promise.all([command.load(), import('./access/new-client.ts')])
  return (await run(invocationOf(command, parsed, given, loaded))) ?? exitCodes.done.code
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

/** Runs a command line and returns the exit code. Errors are printed: as JSON on standard output, as words for the user. */
export async function runCli(words: readonly string[], given: Process): Promise<ExitCode> {
  try {
    return await runWords(words, given)
  } catch (error) {
    const { errorReport } = await import('./error-report.ts')
    const { code, output, words: said } = errorReport(error)
    if (given.signal.aborted && code === exitCodes.unforeseen.code) {
      given.io.say('Interrupted; nothing was sent.')
      return code
    }
    given.io.print(output)
    given.io.say(said)
    return code
  }
}
