export { networkNames, networksNamed } from './networks.ts'
export { type Sandbox, startSandbox } from './sandbox.ts'
