import { parseArgs } from 'node:util'
import type { Logger } from '@carillon/log'
import { type Context, createContext, migrateDatabase, readConfig } from '@carillon/service'
import { type Command, commands } from './commands.ts'
import { UsageError } from './usage-error.ts'

export function usage(): string {
  const lines = Object.entries(commands).map(([name, { about, options }]) => {
    const flags = Object.keys(options).map((option) => `--${option}`)
    return `  ${[name, ...flags].join(' ')}\n      ${about}`
  })
  return ['Commands:', '  migrate\n      Bring the database up to date', ...lines].join('\n')
}

function find(words: readonly string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command) return { command, rest: words.slice(length) }
  }
  throw new UsageError(usage())
}

function parse(command: Command, rest: string[]) {
  try {
    const { values } = parseArgs({ args: rest, options: command.options, strict: true })
    const missing = command.required.filter((name) => !values[name])
    if (missing.length > 0) throw new Error(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`)
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    )
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Runs one command line and answers what it prints. */
export async function runCommand(
  words: readonly string[],
  { env, log }: { env: Readonly<Record<string, string | undefined>>; log: Logger },
): Promise<unknown> {
  if (words[0] === 'migrate') return migrateDatabase({ url: readConfig(env).databaseUrl, log })
  const { command, rest } = find(words)
  const values = parse(command, rest)
  const config = readConfig(env)
  let context: Context
  try {
    context = await createContext(config, { log })
  } catch (failure) {
    if (command.withoutDatabase) return command.withoutDatabase(failure)
    throw failure
  }
  try {
    return await command.run(context, values)
  } finally {
    await context.close()
  }
}
