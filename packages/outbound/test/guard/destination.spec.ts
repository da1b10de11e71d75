import { expect } from 'chai'
import { destinationProblem, destinationRules } from '../../src/index.ts'

const problemOf = (url: string, rules = destinationRules({ ports: 'unprivileged' })) =>
  destinationProblem(new URL(url), rules)

describe('destinationProblem', () => {
  for (const url of [
    'https://hooks.example.com/',
    'https://hooks.example.com:8443/a?b=c',
    'https://hooks.example.com:1024/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]:8443/',
    'https://localhost.example.com/',
  ]) {
    it(`takes ${url}`, () => {
      expect(problemOf(url)).to.equal(undefined)
    })
  }

  for (const url of [
    'http://hooks.example.com/',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:1023/',
    'https://user:password@hooks.example.com/',
    'https://user@hooks.example.com/',
    'https://localhost/',
    'https://LOCALHOST:8443/',
    'https://localhost./',
    'https://app.localhost/',
    'https://localhost.localdomain/',
    'https://ip6-localhost/',
    'https://database:5432/',
    'https://database./',
    'https://router.home.arpa/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1:8443/',
    'https://0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'ftp://hooks.example.com/',
  ]) {
    it(`rejects ${url}`, () => {
      expect(problemOf(url)).to.be.a('string')
    })
  }

  it('takes one port alone unless others are allowed', () => {
    expect(problemOf('https://hooks.example.com:8443/', destinationRules({}))).to.be.a('string')
    expect(problemOf('https://hooks.example.com/', destinationRules({}))).to.equal(undefined)
  })

  it('takes an allowed host on every port, in its scheme alone', () => {
    const rules = destinationRules({ allowedOrigins: ['http://127.0.0.1:*', 'http://localhost:*'] })
    for (const url of [
      'http://127.0.0.1/',
      'http://127.0.0.1:9000/a',
      'http://localhost:80/',
      'http://localhost:22/',
    ]) {
      expect(problemOf(url, rules), url).to.equal(undefined)
    }
    for (const url of [
      'https://127.0.0.1/',
      'http://127.0.0.2/',
      'http://localhost.example.com/',
      'http://x@localhost/',
    ]) {
      expect(problemOf(url, rules), url).to.be.a('string')
    }
  })

  it('rejects the names of this service, also where their origin is allowed', () => {
    const rules = destinationRules({ ownHosts: ['Api.Example.com'], allowedOrigins: ['https://api.example.com'] })
    expect(problemOf('https://api.example.com/', rules)).to.be.a('string')
    expect(problemOf('https://api.example.com./', rules)).to.be.a('string')
  })

  it('rejects an allowed origin that is not an origin', () => {
    for (const text of ['http://127.0.0.1:*/', '127.0.0.1:*', 'http://127.0.0.1:8080/a', 'http://*:*']) {
      expect(() => destinationRules({ allowedOrigins: [text] }), text).to.throw(TypeError)
    }
  })
})
