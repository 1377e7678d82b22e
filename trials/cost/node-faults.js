import { readFileSync } from 'node:fs'
import { Server } from 'node:http'

// Planted faults for trials/cost. Loaded into a node before the service with --import.
const fault = process.env.WATTLE_PLANTED
const { emit } = Server.prototype

/** Runs code before the service gets each request. */
const before = (work) => {
  Server.prototype.emit = function (event, ...args) {
    if (event !== 'request') return emit.call(this, event, ...args)
    work(args[0], () => emit.call(this, event, ...args))
    return true
  }
}

if (fault === 'quadratic') {
  before((request, next) => {
    const value = new URL(request.url, 'http://x').searchParams.get('query')
    if (value) /\s+$/.test(value)
    next()
  })
}
if (fault === 'anew') {
  const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  before((request, next) => {
    if (request.url.endsWith('/openapi.json')) JSON.stringify(JSON.parse(text))
    next()
  })
}
if (fault === 'body-first') {
  before((request, next) => {
    const isRead = () => request.complete || request.readableLength >= request.readableHighWaterMark
    if (isRead()) return next()
    const timer = setInterval(() => {
      if (!isRead() && !request.destroyed) return
      clearInterval(timer)
      next()
    }, 2)
  })
}
// Starts all requests of a packet at once, as Node does by default.
if (fault === 'pipeline') {
  const { Connection } = await import('../../dist/src/http/server/connection.js')
  if (!Connection.prototype.handle) throw new Error('Connection has no handle that could be replaced')
  Connection.prototype.handle = (request, response, handle) => handle(request, response)
}
