import { refuseArguments } from './no-arguments.ts'

/** Writes what the typed clients are made of from openapi.json; CI fails when that changes a committed file. */
refuseArguments('sdk/ and clients/python/')
await import('../sdk/generate/run.ts')
await import('../clients/python/generate/index.ts')
