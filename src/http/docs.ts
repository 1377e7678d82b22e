import type { FastifyInstance } from 'fastify'

export function docs(_: FastifyInstance) {}
