import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow'

export class CarillonApi implements ICredentialType {
  name = 'carillonApi'

  displayName = 'Carillon API'

  icon = { light: 'file:../nodes/Carillon/carillon.svg', dark: 'file:../nodes/Carillon/carillon.dark.svg' } as const

  documentationUrl = 'https://carillon.example.com/docs'

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      placeholder: 'https://carillon.example.com',
      description: 'The URL of the gateway, without /api/v1',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/api/v1/keys/current' },
  }
}
