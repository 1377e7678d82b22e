import { createServer, type Server } from 'node:net'
import { Failure } from '../../process/failure.ts'

/**
 * Connections that may wait to be accepted, within the system's limit (net.core.somaxconn). A busy Node accepts a few
 * hundred a second, one in each iteration of its event loop. Its default of 511 fills up when many clients connect at
 * once, and a client that is dropped retries only after a second.
 */
export const backlog = 4096

/** Checks that the service can listen, before anything is started or changed. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer()
  try {
    await listening(server, host, port)
  } catch (error) {
    throw explainListen(error as NodeJS.ErrnoException, host, port)
  }
  await new Promise((resolve) => server.close(resolve))
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ host, port, exclusive: true }, resolve)
  })
}

/** A Failure for an address that cannot be used. Returns other errors unchanged. */
export function explainListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const { code } = error
  if (code === 'EADDRINUSE') {
    return new Failure(
      `Port ${port} on ${host} is in use by another program: stop it, or choose another port, such as PORT=${port === 65_535 ? 4000 : port + 1}.`,
    )
  }
  if (code === 'EACCES')
    return new Failure(`This user may not listen on port ${port}: choose one above 1023, such as PORT=4000.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Failure(
      `HOST ${host} is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all of its addresses.`,
    )
  }
  return error
}

/** {base_url}: the version is part of the path. */
export const basePath = '/api/integrations/v1'

/** How every printed request begins: an error ends the command and shows its text, and a line ends the response. */
export const curl = String.raw`curl -sS --fail-with-body -w '\n'`

/** The URL for a client on this machine. */
export function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
