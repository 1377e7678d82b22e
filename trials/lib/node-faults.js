import { Server, ServerResponse } from 'node:http'

// Faults put into a node from outside, to see that the trial finds them. Loaded before the service by --import.
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
// For the soak: something of every request is kept for ever; one answer in two thousand fails.
const kept = []
let answers = 0
if (fault === 'keep' || fault === 'fail') {
  ServerResponse.prototype.writeHead = function (status, ...others) {
    if (fault === 'keep') kept.push(Buffer.alloc(4096))
    return writeHead.call(this, fault === 'fail' && ++answers % 2000 === 0 ? 500 : status, ...others)
  }
}
