export { FAULT_NAMES, type FaultName } from './faults.ts'
export { networkNames, networksNamed } from './networks.ts'
export { type Sandbox, startSandbox } from './sandbox.ts'
