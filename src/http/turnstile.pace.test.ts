import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { tooMuchToDo } from './errors.ts'
import { Turnstile } from './turnstile.ts'

/** As much of a server and its connections as the turnstile touches: who hears in which turn cannot be seen over a network. */
const bytes = Buffer.from('GET /me HTTP/1.1\r\nHost: x\r\n\r\n')

function watchedConnections(count: number) {
  const server = Object.assign(new EventEmitter(), { keepAliveTimeout: 72_000 })
  server.on('request', () => {})
  const turnstile = new Turnstile(() => ({ error: tooMuchToDo() }))
  turnstile.guard(server as unknown as Server)
  let answered = 0
  const sockets = Array.from({ length: count }, () => {
    const socket = Object.assign(new EventEmitter(), { writable: true, destroyed: false, write: () => answered++ })
    const request = { socket, complete: true }
    socket.on('data', () => server.emit('request', request, { writableFinished: true }))
    turnstile.watch(socket as unknown as Socket)
    socket.emit('data', bytes) // read by Node, so that the next one begins something new
    return socket
  })
  return { sockets, answered: () => answered }
}

/** How many hear in each turn of the event loop until all have heard. */
async function turns(count: number): Promise<number[]> {
  const { sockets, answered } = watchedConnections(count)
  for (const socket of sockets) socket.emit('data', bytes)
  const heard = []
  for (let before = 0; answered() < count; before = answered()) {
    await new Promise((resolve) => setImmediate(resolve))
    heard.push(answered() - before)
  }
  return heard
}

test('64 of those who are sent away hear of it in a turn, and half of them where more wait', async () => {
  assert.deepEqual(await turns(10), [10])
  assert.deepEqual(await turns(100), [64, 36])
  assert.deepEqual(await turns(400), [200, 100, 64, 36])
})
