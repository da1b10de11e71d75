import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { figureOf, type Row } from '../measure.ts'

const rounds = 15
const folder = join(import.meta.dirname, '../../../apps/cli')

/** Milliseconds until a process has ended. */
function timeOf(args: readonly string[]): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`)
  return performance.now() - began
}

export const commandLine: Row = {
  id: 'command-line',
  about: '`carillon --help` as it is packed, and beside it a Node that does nothing',
  bars: [
    { figure: 'help', unit: 'ms', atMost: 150 },
    { figure: 'help of a command', unit: 'ms' },
    { figure: 'bare Node', unit: 'ms' },
  ],
  async run() {
    const { status } = spawnSync(process.execPath, ['pack.mjs', 'bundle'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) throw new Error('the command line could not be bundled')
    const program = join(folder, 'dist/package/main.js')
    const measured: Record<string, number[]> = { help: [], 'help of a command': [], 'bare Node': [] }
    for (let round = 0; round < rounds; round++) {
      measured['help']?.push(timeOf([program, '--help']))
      measured['help of a command']?.push(timeOf([program, 'keys', 'create', '--help']))
      measured['bare Node']?.push(timeOf(['-e', '0']))
    }
    return Object.fromEntries(Object.entries(measured).map(([name, times]) => [name, figureOf(times)]))
  },
}
