import { loadNetworkOperations } from '@carillon/service'

/** What the adapters document of the operations that they call, loaded once for the contract tests. */
export const { networkOperations, readFields, requiredFields, compareResponse } = await loadNetworkOperations()
