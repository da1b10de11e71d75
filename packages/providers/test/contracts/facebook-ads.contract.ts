import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { createCampaign } from '../../src/facebook/ads/campaign/create-campaign.ts'
import { beginCampaign, type CampaignCall, type CampaignState } from '../../src/facebook/ads/campaign/state.ts'
import { facebookAds } from '../../src/facebook/ads/port.ts'
import type { FacebookCall } from '../../src/facebook/credentials.ts'
import { accountCall, appCall, pageId } from '../facebook/network.ts'
import { answering } from '../fake-answer.ts'
import { now } from '../fake-call.ts'

interface Parameter {
  name: string
  type: string
  required?: boolean
}

interface Spec {
  apis: { method: string; endpoint?: string; name?: string; params: Parameter[] }[]
  fields: Parameter[]
}

interface Supplement {
  extraParameters: { endpoint?: string; name?: string }[]
  forbiddenEverywhereSince_2026_10_27: { queryParams: string[] }
}

/** Parameters of Graph itself, and filters, which the lists of the specification leave out. */
const always = ['appsecret_proof', 'fields', 'limit', 'after', 'filtering']

const forms: Readonly<Record<string, RegExp>> = {
  'unsigned int': /^\d+$/,
  int: /^\d+$/,
  bool: /^(true|false)$/,
  float: /^\d+(\.\d+)?$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/,
  map: /^\{.*\}$/,
  Targeting: /^\{.*\}$/,
  AdCreative: /^\{"creative_id":"\d+"\}$/,
}

const account = { id: 'act_981', account_id: '981', currency: 'USD', min_daily_budget: 100, status: 'PAUSED' }
const everything = {
  ...account,
  success: true,
  data: [],
  from: { id: pageId },
  report_run_id: '6',
  effective_status: 'X',
}

function contract(directory: string): void {
  const read = <T>(name: string): T => JSON.parse(readFileSync(join(directory, 'meta', name), 'utf8'))
  const spec = (node: string) => read<Spec>(`api_specs/${node}.json`)
  const enumerations = read<{ name: string; values: string[] }[]>('api_specs/enum_types.subset.json')
  const supplement = read<Supplement>('meta-endpoints.supplement.json')
  const extra = supplement.extraParameters.flatMap(({ name }) => name ?? [])

  function fits(type: string, value: string): boolean {
    const items = /^list<(.+)>$/.exec(type)?.[1]
    if (items !== undefined && value.startsWith('[')) {
      return (JSON.parse(value) as unknown[]).every((item) => typeof item !== 'string' || fits(items, item))
    }
    const values = enumerations.find(({ name }) => name === type)?.values
    return values ? values.some((one) => one.toUpperCase() === value.toUpperCase()) : (forms[type]?.test(value) ?? true)
  }

  function names(fields: string): string[] {
    return fields.replace(/\{[^}]*\}/g, '').split(',')
  }

  /** What does not fit the specification of an edge, and of the fields of what it lists. */
  function faults({ method, url, body }: OutboundRequest, [node, edge, shown]: Row): string[] {
    const { searchParams } = new URL(url)
    const sent = [...searchParams, ...(body instanceof URLSearchParams ? body : [])]
    const own = method === 'POST' ? '#update' : '#delete'
    const api = spec(node).apis.find((one) => one.method === method && (one.endpoint ?? '') === edge)
    const named = spec(node).apis.find((one) => one.name === own)
    const row = edge === '' ? named : api
    if (edge !== '' && !row) return [`${node} has no ${method} ${edge}`]
    const readable = spec(shown).fields.map(({ name }) => name)
    return [
      ...sent.flatMap(([name, value]) => {
        if (supplement.forbiddenEverywhereSince_2026_10_27.queryParams.includes(name)) return [`${name} is forbidden`]
        if (name === 'fields') return names(value).flatMap((one) => (readable.includes(one) ? [] : [`no field ${one}`]))
        if (always.includes(name)) return []
        const parameter = row?.params.find((one) => one.name === name)
        if (!parameter) return extra.includes(name) ? [] : [`no parameter ${name}`]
        return fits(parameter.type, value) ? [] : [`${name} (${parameter.type}): ${value}`]
      }),
      ...(row?.params ?? [])
        .filter((one) => one.required && !sent.some(([name]) => name === one.name))
        .map(({ name }) => `${name} is required`),
    ]
  }

  /** Node and edge of a request, and the node whose fields are read. */
  type Row = readonly [node: string, edge: string, shown: string]
  type Deed = (call: FacebookCall) => Promise<unknown>

  const adAccountId = 'act_981'
  const input = {
    adAccountId,
    name: 'Spring',
    postIds: [`${pageId}_1`],
    budget: { lifetime: 5_000 },
    countries: ['US'],
    startTime: '2026-12-01T10:00:00.000Z',
    endTime: '2026-12-09T10:00:00.000Z',
    ageMin: 21,
    ageMax: 65,
    specialAdCategories: ['housing', 'online_gambling_and_gaming'],
    status: 'active',
    dsaBeneficiary: 'B',
    dsaPayor: 'P',
  } as const
  const writing = (call: FacebookCall): CampaignCall => ({ ...call, writeId: 'w', createdAt: now, input })
  const state: CampaignState = {
    ...beginCampaign(() => new Uint8Array(6)),
    storyIds: input.postIds.slice(),
    rehearsed: true,
    campaignId: '12',
    adSetId: '13',
    creativeIds: ['14'],
    adIds: ['15'],
  }
  const days = { startDate: '2026-11-01', endDate: '2026-11-20' }
  const insights = { adAccountId, level: 'ad', campaignId: null, ...days } as const
  const noReport = { runId: null, keep: async () => undefined }
  const stop = new AbortController().signal
  const tree = { adAccountId, currency: 'USD', campaignId: null, effectiveStatus: ['archived'] }
  const change = { name: 'N', spendCap: 12_345, endAdvertiser: 'NONE', mediaAgency: 'NONE', partner: 'NONE' }
  const newAccount = { businessId: '33', name: 'N', currency: 'USD', timezoneId: 1 }
  const parties = { endAdvertiser: 'NONE', mediaAgency: 'NONE', partner: 'NONE' }
  const commit = (step: string, more: object) => (call: FacebookCall) =>
    createCampaign.commit(writing(call), Object.assign({}, state, more), step)

  const deeds: [string, Deed, (readonly [RegExp, Row])[]][] = [
    [
      'the list of ad accounts',
      (call) => facebookAds.listAdAccounts(call),
      [
        [/\/me\/adaccounts/, ['User', 'adaccounts', 'AdAccount']],
        [/\/me\/businesses/, ['User', 'businesses', 'Business']],
      ],
    ],
    [
      'a new ad account',
      (call) => facebookAds.createAdAccount(call, { ...newAccount, ...parties }),
      [
        [/\/adaccount\b/, ['Business', 'adaccount', 'AdAccount']],
        [/\/act_981\?/, ['AdAccount', '', 'AdAccount']],
      ],
    ],
    [
      'a changed ad account',
      (call) => facebookAds.updateAdAccount(call, adAccountId, { ...change, dsaBeneficiary: 'B', dsaPayor: 'P' }),
      [[/\/act_981/, ['AdAccount', '', 'AdAccount']]],
    ],
    [
      'a spend that is reset',
      (call) => facebookAds.updateAdAccount(call, adAccountId, { resetSpend: true }),
      [[/\/act_981/, ['AdAccount', '', 'AdAccount']]],
    ],
    [
      'the tree',
      (call) => facebookAds.readTree(call, tree, stop),
      [
        [/\/campaigns/, ['AdAccount', 'campaigns', 'Campaign']],
        [/\/adsets/, ['AdAccount', 'adsets', 'AdSet']],
        [/\/ads\?/, ['AdAccount', 'ads', 'Ad']],
      ],
    ],
    [
      'insights',
      (call) => facebookAds.readInsights(call, insights, noReport),
      [[/\/insights/, ['AdAccount', 'insights', 'AdsInsights']]],
    ],
    [
      'a dry run of a campaign',
      (call) => createCampaign.advance(writing(call), { ...state, rehearsed: false, campaignId: null }),
      [[/\/campaigns/, ['AdAccount', 'campaigns', 'Campaign']]],
    ],
    [
      'the checks of a campaign',
      (call) => createCampaign.advance(writing(call), { ...state, storyIds: null }),
      [
        [/\/act_981/, ['AdAccount', '', 'AdAccount']],
        [/_1\?/, ['PagePost', '', 'PagePost']],
      ],
    ],
    ['a campaign', commit('campaign', { campaignId: null }), [[/./, ['AdAccount', 'campaigns', 'Campaign']]]],
    ['an ad set', commit('adset', { adSetId: null }), [[/./, ['AdAccount', 'adsets', 'AdSet']]]],
    ['a creative', commit('creative', { creativeIds: [] }), [[/./, ['AdAccount', 'adcreatives', 'AdCreative']]]],
    ['an ad', commit('ad', { adIds: [] }), [[/./, ['AdAccount', 'ads', 'Ad']]]],
    [
      'switching on',
      (call) => createCampaign.advance(writing(call), state),
      [
        [/\/15\b/, ['Ad', '', 'Ad']],
        [/\/13\b/, ['AdSet', '', 'AdSet']],
      ],
    ],
    [
      'the end of a campaign',
      (call) => createCampaign.advance(writing(call), { ...state, activated: true }),
      [[/./, ['Campaign', '', 'Campaign']]],
    ],
    [
      'deleting a campaign',
      (call) => facebookAds.deleteCampaign(call, { adAccountId, campaignId: '12' }),
      [[/./, ['Campaign', '', 'Campaign']]],
    ],
    [
      'lead forms',
      (call) => facebookAds.listLeads(call, { formId: null, since: null, cursor: null }),
      [[/\/leadgen_forms/, ['Page', 'leadgen_forms', 'LeadgenForm']]],
    ],
  ]

  for (const [name, act, rows] of deeds) {
    it(`${name}: known edges, parameters and fields, values of their types`, async () => {
      const sent: OutboundRequest[] = []
      const outbound = answering((request) => {
        sent.push(request)
        return { status: 200, body: everything }
      })
      const call = {
        ...accountCall({ scopes: ['business_management', 'ads_management'] }, appCall({ outbound })),
        pausedLimit: async () => null,
        pauseLimit: async () => undefined,
      }
      await act(call)
      expect(sent).to.have.lengthOf.at.least(rows.length)
      for (const request of sent) {
        const url = String(request.url)
        const row = rows.find(([pattern]) => pattern.test(url))
        expect(row, url).to.not.equal(undefined)
        expect(new URL(url).searchParams.has('ids')).to.equal(false)
        if (row) expect(faults(request, row[1]), url).to.deep.equal([])
      }
    })
  }
}

const directory = process.env['CONTRACTS_DIR']
if (directory !== undefined) describe('contract: facebook ads', () => contract(directory))
