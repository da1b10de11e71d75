// An image process that gets hardly any further memory, once it has loaded the library.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadLibrary } from '../../../src/image/decoder.ts'

await loadLibrary()
const [, kibibytes] = /VmData:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
const limit = (Number(kibibytes) + 20_000) * 1024
const { status } = spawnSync('/usr/bin/prlimit', [`--pid=${process.pid}`, `--data=${limit}`])
if (status !== 0) process.exit(1)
await import('../../../src/image/process.ts')
