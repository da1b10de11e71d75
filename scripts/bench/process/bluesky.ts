// The reference server of Bluesky with its DID directory, as the sandbox runs it.
import { networksNamed, startSandbox } from '@carillon/sandbox'
import { endOn, handleCommands, healthCommands } from './asks.ts'

const sandbox = await startSandbox({ seed: 1, networks: networksNamed(['bluesky']) })
// The server starts with its first use.
await fetch(`${sandbox.url}/state/bluesky`)
handleCommands(healthCommands())
endOn(() => sandbox.close())
process.send?.({ type: 'ready', url: sandbox.url, environment: sandbox.environment })
