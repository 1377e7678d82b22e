import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../process/failure.ts'
import type { Address } from '../connect/pool.ts'
import { explainFileError } from './explain.ts'
import { acquireOwnership, currentOwner, type Owner, type Ownership, type Role, recordOwnerUrl } from './owner.ts'
import { readPostmaster } from './postmaster.ts'
import { databaseName, type SupervisedServer, superviseServer } from './server.ts'
import { socketAddress } from './socket.ts'

export interface DatabaseOpener {
  role: Role
  /** The command, such as `wattle import`. */
  name: string
  notice?: (text: string) => void
}

const ownerTimeoutMs = 60_000
const noticeAfterMs = 1000

/**
 * Opens PostgreSQL in the data folder. The first process starts it. A command beside a running service uses the
 * service's server. While a command owns the folder, other processes wait for it to end.
 */
export async function openEmbedded(dataDir: string, opener: DatabaseOpener): Promise<SupervisedServer> {
  const began = Date.now()
  let address: Address | undefined
  let noticed = false
  for (;;) {
    const ownership = tryAcquire(dataDir, opener)
    if (ownership.acquired) return run(dataDir, opener, ownership)
    const { owner } = ownership
    if (owner.role === 'service' && opener.role === 'service') throw otherServiceFailure(owner, dataDir)
    // While a service starts, its PostgreSQL does not accept connections yet.
    if (owner.role === 'service' && readPostmaster(join(dataDir, 'postgres', 'data'))?.ready) {
      address ??= embeddedAddress(dataDir)
      if (await answers(address)) return { address, stop: async () => {}, lost: new Promise(() => {}) }
    }
    const waited = Date.now() - began
    if (waited > ownerTimeoutMs) {
      throw new Failure(
        `${owner.name} (pid ${owner.pid}) has been using ${dataDir} for a minute: try again when it is done.`,
      )
    }
    if (waited > noticeAfterMs && !noticed) {
      opener.notice?.(`Waiting for ${owner.name} (pid ${owner.pid}), which uses ${dataDir}.`)
      noticed = true
    }
    await sleep(50)
  }
}

/** The address of the PostgreSQL that another process of this service runs. */
export const embeddedAddress = (dataDir: string): Address =>
  socketAddress(join(dataDir, 'postgres', 'data'), databaseName)

/** The service or command that owns this data folder now. */
export const embeddedOwner = currentOwner

/** Throws the same error as opening it would, before anything is started. */
export function checkNoOtherService(dataDir: string): void {
  const owner = currentOwner(dataDir)
  if (owner?.role === 'service') throw otherServiceFailure(owner, dataDir)
}

/** Records where this service listens, for the message to another one. A full disk must not stop the service. */
export function recordServiceUrl(dataDir: string, url: string): void {
  try {
    recordOwnerUrl(dataDir, url)
  } catch {
    // The message has the pid.
  }
}

const otherServiceFailure = ({ pid, url }: Owner, dataDir: string): Failure =>
  new Failure(
    `Another Wattle service (pid ${pid}) already uses ${dataDir}${url ? ` and listens on ${url}` : ''}: ${
      url ? 'use that one, stop it' : 'stop it'
    }, or set WATTLE_DATA_DIR to another folder and PORT to another port.`,
  )

function tryAcquire(dataDir: string, { role, name }: DatabaseOpener): Ownership {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return acquireOwnership(dataDir, role, name)
  } catch (error) {
    throw explainFileError(dataDir, error)
  }
}

async function run(
  dataDir: string,
  { notice }: DatabaseOpener,
  { release }: Extract<Ownership, { acquired: true }>,
): Promise<SupervisedServer> {
  try {
    const server = await superviseServer({ folder: join(dataDir, 'postgres'), ...(notice && { notice }) })
    const stop = async () => {
      await server.stop()
      release()
    }
    return { ...server, stop }
  } catch (error) {
    release()
    throw error
  }
}

async function answers(address: Address): Promise<boolean> {
  const client = new pg.Client(address)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
