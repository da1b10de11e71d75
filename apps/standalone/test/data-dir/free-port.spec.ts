import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { freePort, resolvePort } from '../../src/free-port.ts'
import { StartError } from '../../src/start-error.ts'

const firstOpen = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const nobody = 65_534

describe('the port that a setting names', () => {
  it('is not said to be taken if only root may listen on it', async function () {
    if (!existsSync(firstOpen) || Number(readFileSync(firstOpen, 'utf8')) <= 80) this.skip()
    const user = process.geteuid?.()
    if (user === 0) process.seteuid?.(nobody)
    try {
      const error = await resolvePort({ port: 80, setBy: 'GATEWAY_PORT' }).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(StartError)
      expect(String(error)).to.contain('Port 80, which GATEWAY_PORT sets, cannot be used (EACCES)')
    } finally {
      if (user === 0) process.seteuid?.(user)
    }
  })

  it('is said to be taken if a process listens there; a default gives way to another one', async () => {
    const port = await freePort(0)
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    try {
      const error = await resolvePort({ port, setBy: 'GATEWAY_PORT' }).catch((thrown: unknown) => thrown)
      expect(String(error)).to.contain(`Port ${port}, which GATEWAY_PORT sets, is taken`)
      expect(await resolvePort({ port, setBy: null })).to.not.equal(port)
    } finally {
      other.close()
    }
  })
})
