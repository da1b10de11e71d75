import { expect } from 'chai'
import express from 'express'
import { metaNetworks } from '../../../src/networks.ts'
import { startSandbox } from '../../../src/sandbox.ts'
import { allTests } from '../../fixture.ts'
import { startRig } from '../../meta/rig.ts'
import { adsAccess, makeTree } from './ads-access.ts'

describe('facebook ads: names of calls, and the state', () => {
  const rig = allTests(startRig)
  const ads = allTests(() => adsAccess(rig))
  let ids: Record<string, string>

  before(async () => {
    const { body } = await ads.post(`${ads.account}/insights`, { fields: 'spend' })
    ids = { ...(await makeTree(rig, ads)), report: body.report_run_id }
  })

  const names: [string, string, string][] = [
    ['GET', 'me/adaccounts', 'ads.account.list'],
    ['POST', '330011223344556/adaccount', 'ads.account.create'],
    ['GET', 'act_1', 'ads.account.get'],
    ['POST', 'act_1', 'ads.account.update'],
    ['POST', 'act_1/campaigns', 'ads.campaign.create'],
    ['POST', 'act_1/adsets', 'ads.adset.create'],
    ['POST', 'act_1/adcreatives', 'ads.creative.create'],
    ['POST', 'act_1/ads', 'ads.ad.create'],
    ['GET', 'act_1/ads', 'ads.ad.list'],
    ['GET', '{campaign}', 'ads.campaign.get'],
    ['POST', '{adSet}', 'ads.adset.update'],
    ['DELETE', '{campaign}', 'ads.campaign.delete'],
    ['DELETE', '{ad}', 'ads.ad.delete'],
    ['DELETE', '{creative}', 'ads.creative.delete'],
    ['GET', 'act_1/insights', 'ads.insights.list'],
    ['GET', '{ad}/insights', 'ads.insights.list'],
    ['POST', 'act_1/insights', 'ads.report.start'],
    ['GET', '{report}', 'ads.report.status'],
    ['GET', '{report}/insights', 'ads.report.rows'],
    ['GET', '104512345678901/leadgen_forms', 'ads.form.list'],
    ['GET', '100/leads', 'ads.lead.list'],
  ]
  for (const [method, path, name] of names) {
    it(`calls ${method} ${path} ${name}`, () => {
      const filled = path.replace(/\{(\w+)\}/, (_, kind: string) => ids[kind] ?? '')
      const request = Object.assign(Object.create(express.request), { method, url: `/v25.0/${filled}` })
      expect(rig.facebook.operation(request)).to.equal(name)
    })
  }

  it('shows everything about ads in the state', async () => {
    const state = (await rig.facebook.state()) as { ads: Record<string, Record<string, unknown>[]> }
    expect(state.ads).to.have.keys(
      ...['businesses', 'adAccounts', 'campaigns', 'adSets', 'ads', 'creatives', 'forms', 'leads', 'insights'],
    )
    const made = state.ads['ads']?.find(({ id }) => id === ids['ad'])
    expect(made).to.include({ adSetId: ids['adSet'], effectiveStatus: 'PENDING_REVIEW', creativeId: ids['creative'] })
    expect(state.ads['leads']?.length).to.be.greaterThan(100)
    expect(state.ads['insights']?.[0]).to.include.keys('date', 'adId', 'impressions', 'spend')
  })
})

describe('facebook ads: a large account', () => {
  it('is read in flat lists: 200 campaigns, 1,000 ad sets and 5,000 ads', async () => {
    const rig = await startRig()
    const ads = await adsAccess(rig, { as: 'tomas.ferrer' })
    const grown = { as: 'tomas.ferrer', campaigns: 200, adSets: 1_000, ads: 5_000 }
    expect(await rig.facebook.person['ads']?.(grown)).to.include({ adAccount: ads.account, ads: 5_000 })
    async function count(edge: string): Promise<number> {
      let found = 0
      let response = await ads.get(`${ads.account}/${edge}`, { fields: 'id,name,status,effective_status', limit: 500 })
      for (;;) {
        found += response.body.data.length
        const next = response.body.paging?.next
        if (next === undefined) return found
        response = await rig.send(next)
      }
    }
    expect([await count('campaigns'), await count('adsets'), await count('ads')]).to.deep.equal([202, 1_002, 5_004])
    await rig.close()
  })
})

describe('facebook ads: on the start page', () => {
  it('shows campaigns and ads with what is happening to them', async () => {
    const sandbox = await startSandbox({ networks: metaNetworks() })
    try {
      const page = await (await fetch(`${sandbox.url}/?network=facebook&view=ads`)).text()
      expect(page)
        .to.include('Every day')
        .and.to.match(/disapproved/i)
    } finally {
      await sandbox.close()
    }
  })
})
