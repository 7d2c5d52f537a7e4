import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

/**
 * Returns a port of this machine that is currently free. It is below those that systems give to outgoing connections, one
 * of which could take it before it is used.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = randomInt(10_000, 30_000)
  return (await canListen(port, host)) ? port : freePort(host)
}

const canListen = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })

/** Returns whether something already listens on a port of the host. */
export function portBusy(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    const finish = (busy: boolean) => {
      socket.destroy()
      resolve(busy)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })
}
