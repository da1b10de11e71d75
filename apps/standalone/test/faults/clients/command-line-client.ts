import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Json } from '../cluster.ts'
import type { Access, FaultClient, Told, WriteName } from './fault-client.ts'

const program = join(import.meta.dirname, '../../../../cli/src/main.ts')

const operations: Record<Exclude<WriteName, 'publish'>, string> = {
  reply: 'comments.create',
  message: 'messages.send',
  campaign: 'ads.campaigns.create',
}

/** The command of a write, and its standard input. */
function commandOf(write: WriteName, body: Json): { words: string[]; stdin: string } {
  if (write === 'publish') return { words: ['publish', body.text, '--account', body.accountId, '--wait'], stdin: '' }
  return { words: ['api', operations[write], '--body', '-'], stdin: JSON.stringify(body) }
}

interface Ran {
  code: number | null
  output: Json
}

/** Runs the program once, as a script does. */
async function runOnce({ url, apiKey, dir }: Access, words: readonly string[], stdin: string): Promise<Ran> {
  const home = join(dir, 'command-line')
  const login = { CARILLON_URL: url, CARILLON_API_KEY: apiKey, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home }
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...login, PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end(stdin)
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const output = await text(child.stdout)
  return { code: await ended, output: output === '' ? {} : JSON.parse(output) }
}

/** How often a script repeats a command that says "try again later" or "the outcome is unknown". */
const maxRuns = 4

const exits: Record<string, Told['end']> = { 0: 'published', 3: 'rejected', 5: 'not sent', 6: 'unknown' }

function toldBy({ code, output }: Ran): Told {
  const end = exits[String(code)] ?? 'not sent'
  const name = output.requestId ?? output.id ?? output.error?.requestId ?? ''
  if (output.status === 'failed') return { end: 'failed', detail: String(output.error?.code) }
  if (end === 'published') return { end, detail: '' }
  return { end, detail: end === 'unknown' ? String(name) : String(output.error?.code ?? `exit code ${code}`) }
}

/** A script that runs the command line, and runs it again with the same request id as the exit codes say. */
export const commandLineClient: FaultClient = (access) => async (write, body) => {
  const { words, stdin } = commandOf(write, body)
  const safely = ['--request-id', randomUUID(), '--publish-within', '15']
  let told: Told = { end: 'not sent', detail: '' }
  for (let run = 0; run < maxRuns; run++) {
    told = toldBy(await runOnce(access, [...words, ...safely], stdin))
    if (told.end !== 'not sent' && told.end !== 'unknown') return told
  }
  return told
}
