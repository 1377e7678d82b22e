import { Server, ServerResponse } from 'node:http'

// Planted faults for trials/overload and trials/soak. Loaded into a node before the service with --import.
const fault = process.env.WATTLE_PLANTED
const { writeHead } = ServerResponse.prototype
const { listen } = Server.prototype

if (fault === 'no-retry-after') {
  ServerResponse.prototype.writeHead = function (status, headers) {
    const { 'retry-after': _, ...others } = headers ?? {}
    return writeHead.call(this, status, others)
  }
}
if (fault === 'cut-off') {
  ServerResponse.prototype.writeHead = function (status, headers) {
    if (status === 503) this.socket.destroy()
    return writeHead.call(this, status, headers)
  }
}
if (fault === 'no-time-limits') {
  Server.prototype.listen = function (...args) {
    Object.assign(this, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 })
    this.on('connection', (socket) => Object.defineProperty(socket, 'writableLength', { get: () => 0 }))
    return listen.apply(this, args)
  }
}
// For the soak: a memory leak in every request; every 2,000th response is a 500.
const leaked = []
let responses = 0
if (fault === 'keep' || fault === 'fail') {
  ServerResponse.prototype.writeHead = function (status, ...others) {
    if (fault === 'keep') leaked.push(Buffer.alloc(4096))
    return writeHead.call(this, fault === 'fail' && ++responses % 2000 === 0 ? 500 : status, ...others)
  }
}
