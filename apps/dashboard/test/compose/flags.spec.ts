import { expect } from 'chai'
import { flagValue, isOn } from '../../app/pages/compose/form/flags.ts'
import { formOf, type Publishing } from './forms.ts'

const settingOf = (platform: Publishing, name: string) => {
  const setting = formOf(platform).settings.find((one) => one.name === name)
  if (!setting) throw new Error(`${platform} has no ${name}`)
  return setting
}

describe('a flag of a post', () => {
  it('is off unless it is sent', () => {
    const duet = settingOf('tiktok', 'disable_duet')
    expect([undefined, true, false].map((value) => isOn(duet, value))).to.deep.equal([false, true, false])
    expect([true, false].map((on) => flagValue(duet, on))).to.deep.equal([true, undefined])
  })

  it('is on unless it is sent as false, where the network does so by itself', () => {
    const notify = settingOf('youtube', 'notify_subscribers')
    expect([undefined, true, false].map((value) => isOn(notify, value))).to.deep.equal([true, true, false])
    expect([true, false].map((on) => flagValue(notify, on))).to.deep.equal([undefined, false])
  })

  it('of terms is agreed to by true', () => {
    const terms = settingOf('tiktok', 'music_usage_confirmed')
    expect([isOn(terms, undefined), flagValue(terms, true)]).to.deep.equal([false, true])
  })
})
