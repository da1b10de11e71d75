export { type Addressing, commonErrors, type Operation } from './operation.ts'
export { type Input, type OperationId, operationIds, operationRow, operations } from './operations/index.ts'
