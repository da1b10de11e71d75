import { expect } from 'chai'
import fc from 'fast-check'
import { isPublicAddress } from '../../src/index.ts'

describe('isPublicAddress', () => {
  for (const address of [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:1::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2001:db8:ffff:ffff::1',
    '2001:10::1',
    '2001:20::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '3fff::1',
    '3fff:fff:ffff::1',
    '4000::1',
    'a000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1111%eth0',
    'fec0::1',
    'ff02::1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '2130706433',
    '127.1',
    '',
    'localhost',
  ]) {
    it(`is false for ${address}`, () => expect(isPublicAddress(address)).to.equal(false))
  }

  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '168.63.129.17',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '2a00:1450::8a',
    '2001:200::1',
    '3fff:1000::1',
  ]) {
    it(`is true for ${address}`, () => expect(isPublicAddress(address)).to.equal(true))
  }

  it('is false for whatever embeds an IPv4 address', () => {
    const part = fc.integer({ min: 0, max: 255 })
    const prefix = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::')
    fc.assert(fc.property(prefix, part, part, part, part, (p, ...ip) => !isPublicAddress(`${p}${ip.join('.')}`)))
  })
})
