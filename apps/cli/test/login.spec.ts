import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { type CliHome, cliHome } from './cli-process.ts'
import { type ScriptedService, scriptedService } from './scripted-service.ts'

const secret = 'carillon_secret-of-the-test'

describe('a login', () => {
  let home: CliHome
  let service: ScriptedService
  let file: string
  const keys = () => service.sent.map(({ headers }) => headers.authorization)

  beforeEach(async () => {
    home = await cliHome()
    file = join(home.dir, 'config/carillon/login.json')
    service = await scriptedService(({ headers }) =>
      headers.authorization === `Bearer ${secret}` || headers.authorization === 'Bearer other'
        ? { body: { keyId: 'k', name: 'test', scopes: ['*'] } }
        : { status: 401, body: { error: { code: 'unauthorized', message: 'No.' } } },
    )
  })
  afterEach(async () => {
    service.close()
    await home.remove()
  })

  const login = (stdin = `${secret}\n`) => home.run(['login', '--url', service.url], { stdin })

  it('is read from standard input, checked, and stored for its user alone', async () => {
    const ran = await login()
    expect(ran.code, ran.stderr).to.equal(0)
    expect((await stat(file)).mode & 0o777).to.equal(0o600)
    expect((await stat(join(file, '..'))).mode & 0o077).to.equal(0)
    expect(JSON.parse(await readFile(file, 'utf8'))).to.deep.equal({ url: service.url, apiKey: secret })
    expect(`${ran.stdout}${ran.stderr}`).to.not.contain(secret)
  })

  it('is neither read from nor stored in the current directory, if HOME is empty or XDG_CONFIG_HOME not absolute', async () => {
    const here = join(home.dir, '.config/carillon')
    await mkdir(here, { recursive: true })
    await writeFile(join(here, 'login.json'), JSON.stringify({ url: service.url, apiKey: secret }))
    await home.run(['whoami'], { env: { HOME: '', XDG_CONFIG_HOME: '', CARILLON_URL: service.url } })
    expect(keys()).to.not.include(`Bearer ${secret}`)
    const env = { HOME: home.dir, XDG_CONFIG_HOME: 'relative' }
    const ran = await home.run(['login', '--url', service.url], { env, stdin: `${secret}\n` })
    expect(ran.stderr).to.contain(join(home.dir, '.config/carillon/login.json'))
  })

  it('is not needed by a user without a home directory, as in a container, who has the URL and a key', async () => {
    const fail = "()=>{throw%20new%20Error('ENOENT')}"
    const unknown = `import%20os%20from'node:os';os.homedir=os.userInfo=${fail};`
    const preload = `import{syncBuiltinESMExports}from'node:module';${unknown}syncBuiltinESMExports()`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${preload}`, XDG_CONFIG_HOME: '', XDG_STATE_HOME: '' }
    const ran = await home.run(['whoami'], { env: { ...env, CARILLON_URL: service.url, CARILLON_API_KEY: secret } })
    expect(ran.code, ran.stderr).to.equal(0)
    const without = await home.run(['whoami'], { env })
    expect(without.code, without.stderr).to.equal(4)
    expect(without.stderr).to.contain('There is no API key')
  })

  it('is read from variables with blanks at their ends, such as the CR of a file with CRLF', async () => {
    const env = { CARILLON_URL: ` ${service.url} \r`, CARILLON_API_KEY: `${secret}\r` }
    const ran = await home.run(['whoami'], { env })
    expect(ran.code, ran.stderr).to.equal(0)
  })

  it('narrows the access to a file that was there', async () => {
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, '{}')
    await chmod(file, 0o644)
    expect((await login()).code).to.equal(0)
    expect((await stat(file)).mode & 0o777).to.equal(0o600)
  })

  it('is not stored if the key is not valid', async () => {
    const ran = await login('wrong\n')
    expect(ran.code).to.equal(4)
    expect(await stat(file).catch(() => null)).to.equal(null)
    expect((await login('')).code).to.equal(2)
  })

  it('names the place of a URL that is not one', async () => {
    const url = 'carillon.example.com'
    const takes = `takes a URL such as https://carillon.example.com, not "${url}".`
    expect((await home.run(['login', '--url', url])).stderr).to.contain(`--url ${takes}`)
    expect((await home.run(['login'], { env: { CARILLON_URL: url } })).stderr).to.contain(`CARILLON_URL ${takes}`)
    await mkdir(join(file, '..'), { recursive: true })
    await writeFile(file, JSON.stringify({ url, apiKey: secret }))
    const ran = await home.run(['whoami'])
    expect([ran.code, ran.stderr.trim()]).to.deep.equal([2, `The \`url\` in ${file} ${takes}`])
  })

  it('comes after the environment', async () => {
    await login()
    await home.run(['whoami'])
    await home.run(['whoami'], { env: { CARILLON_API_KEY: 'other' } })
    expect(keys()).to.deep.equal([`Bearer ${secret}`, `Bearer ${secret}`, 'Bearer other'])
    const { json } = await home.run(['whoami'], { env: { CARILLON_API_KEY: 'other' } })
    expect(json).to.deep.include({ url: service.url, source: 'environment' })
  })

  it('is not read if the environment has the URL and the key', async () => {
    await login()
    await writeFile(file, '{')
    const ran = await home.run(['whoami'], { env: { CARILLON_URL: service.url, CARILLON_API_KEY: 'other' } })
    expect(ran.code, ran.stderr).to.equal(0)
    const { stderr } = await home.run(['whoami'], { env: { CARILLON_API_KEY: 'other' } })
    expect(stderr).to.contain('login.json is not valid JSON')
  })

  it('ends with logout', async () => {
    await login()
    expect((await home.run(['logout'])).json).to.deep.equal({ deleted: true })
    expect((await home.run(['whoami'])).code).to.equal(4)
    expect((await home.run(['logout'])).json).to.deep.equal({ deleted: false })
  })

  it('cannot be given as an option', async () => {
    for (const words of [
      ['login', '--api-key', secret],
      ['whoami', '--key', secret],
    ]) {
      const ran = await home.run(words)
      expect(ran.code).to.equal(2)
      expect(ran.stderr).to.not.contain(secret)
    }
  })
})
