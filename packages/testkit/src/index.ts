export { type AdverseHost, faultNames, withAdverseHost } from './adverse/adverse-host.ts'
export { certificateOf, trustTestAuthority } from './adverse/certificates.ts'
export type { FaultName } from './adverse/faults.ts'
export { childEnv } from './child-env.ts'
export { failNextImport } from './failing-import.ts'
export { accountRow, type Installation, openInstallation } from './installation.ts'
export { closedPort, startLateDatabase } from './late-database.ts'
export { ownPort } from './own-port.ts'
export { copyCluster } from './prepared-cluster.ts'
export {
  promote,
  type ReplicatedServers,
  startPrimary,
  startReplicatedServers,
  startStandby,
  stopReplication,
} from './replicated-servers.ts'
export { type S3Server, startS3 } from './s3-server.ts'
export { forgetSeenCodes, noteSeenCodes, writeSeenCodes } from './seen-codes.ts'
export { runOnTakenPort } from './taken-port.ts'
export { freshDatabase, setupServer, teardownServer } from './template-database.ts'
export { startTransactionPooler, type TransactionPooler } from './transaction-pooler.ts'
export { untilReady } from './until-ready.ts'
export { within } from './within.ts'
