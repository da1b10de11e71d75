import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { getAccounts, getProfiles } from './choices.ts'
import { credentialName } from './connect.ts'
import { errorFacts, nodeError } from './errors.ts'
import { nodeProperties } from './properties.ts'
import { runOperation } from './run-operation.ts'

export class Carillon implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Carillon',
    name: 'carillon',
    icon: { light: 'file:carillon.svg', dark: 'file:carillon.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] }}',
    description: 'Publish to social networks, once, and read and answer comments and messages',
    defaults: { name: 'Carillon' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: credentialName, required: true }],
    properties: nodeProperties(),
  }

  methods = { loadOptions: { getAccounts, getProfiles } }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const returned: INodeExecutionData[] = []
    for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
      const pairedItem = { item: itemIndex }
      try {
        const items = await runOperation(this, itemIndex)
        returned.push(...items.map((json) => ({ json, pairedItem })))
      } catch (error) {
        if (!this.continueOnFail()) throw nodeError(error, this.getNode(), itemIndex)
        returned.push({ json: errorFacts(error), pairedItem })
      }
    }
    return [returned]
  }
}
