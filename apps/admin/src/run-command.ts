import { parseArgs } from 'node:util'
import { ServiceError } from '@carillon/errors'
import type { ProcessLogger } from '@carillon/log'
import { type Context, createContext, migrateDatabase, readConfig, readiness, sessionUrlOf } from '@carillon/service'
import { audited } from './audited.ts'
import { type Command, commands } from './commands.ts'
import { UsageError } from './usage-error.ts'

function usageOf(name: string, { options }: Command): string {
  const flags = Object.entries(options).map(([option, { type }]) => `--${option}${type === 'string' ? ' …' : ''}`)
  return [name, ...flags].join(' ')
}

/** Returns the list of commands with their options, printed for an unknown command. */
function usage(): string {
  const lines = Object.entries(commands).map(([name, command]) => `  ${usageOf(name, command)}\n      ${command.about}`)
  return ['Commands:', '  migrate\n      Run the migrations of the database and of the job queue', ...lines].join('\n')
}

function find(words: readonly string[]): { name: string; command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command) return { name, command, rest: words.slice(length) }
  }
  throw new UsageError(usage())
}

function parse(name: string, command: Command, rest: string[]) {
  try {
    const { values } = parseArgs({ args: rest, options: command.options, strict: true })
    const missing = command.required.filter((name) => !values[name])
    if (missing.length > 0) throw new Error(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`)
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    )
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(`${message}\nUsage: ${usageOf(name, command)}`)
  }
}

interface CommandEnvironment {
  env: Readonly<Record<string, string | undefined>>
  log: ProcessLogger
}

async function runIn(
  context: Context,
  { name, command, values }: { name: string; command: Command; values: ReturnType<typeof parse> },
): Promise<unknown> {
  try {
    const organizationId = (await command.organizationOf?.(context, values)) ?? null
    return await audited(context, { name, values, organizationId, run: () => command.run(context, values) })
  } catch (error) {
    if (error instanceof ServiceError || error instanceof UsageError) throw error
    const { database, migrations } = await readiness(context)
    if (database && !migrations) throw new UsageError('The database is not up to date. Run first: migrate')
    throw error
  }
}

/**
 * Runs one command line of the operator (the words after the program name) and returns its result, which is printed as
 * JSON. Opens the database if the command needs it, and closes it at the end.
 * @throws UsageError for a command line that cannot be run, or if the database has to be migrated first; ConfigError
 *   for a setting that is missing or invalid; Error if the database cannot be reached and the command needs it; errors
 *   of the command
 */
export async function runCommand(words: readonly string[], { env, log }: CommandEnvironment): Promise<unknown> {
  if (words[0] === 'migrate') {
    if (words.length > 1) throw new UsageError(`migrate takes no options: ${words.slice(1).join(' ')}\nUsage: migrate`)
    return migrateDatabase({ url: sessionUrlOf(readConfig(env)), log })
  }
  const { name, command, rest } = find(words)
  const values = parse(name, command, rest)
  const offline = command.offline?.(values) ?? null
  if (offline !== null) return offline
  const config = readConfig(env)
  let context: Context
  try {
    context = await createContext(config, { log })
  } catch (failure) {
    if (command.withoutDatabase) return command.withoutDatabase(failure)
    throw failure
  }
  try {
    await context.followClock()
    return await runIn(context, { name, command, values })
  } finally {
    await context.close()
  }
}

/** A session in which several command lines run over the same database connections. */
export interface CommandSession {
  /**
   * Runs one command line (the words after the program name) and returns its result, like `runCommand`. `migrate` is
   * unknown here, and `audit verify` reads the database even with `--file`.
   * @throws UsageError for a command line that cannot be run, or if the database has to be migrated first; errors of
   *   the command
   */
  run(words: readonly string[]): Promise<unknown>
  close(): Promise<void>
}

/**
 * Opens the database for several command lines. Call `close` at the end.
 * @throws ConfigError for a setting that is missing or invalid; Error if the database cannot be reached, or the media
 *   store or the token spool cannot be opened
 */
export async function openCommands({ env, log }: CommandEnvironment): Promise<CommandSession> {
  const context = await createContext(readConfig(env), { log })
  await context.followClock()
  return {
    run(words) {
      const { name, command, rest } = find(words)
      return runIn(context, { name, command, values: parse(name, command, rest) })
    },
    close: () => context.close(),
  }
}
