import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(root + path, 'utf8'))
const current = read('openapi.json')

/** What callers of a release rely on: operations, their parameters, fields of bodies and of responses, and success statuses. */
function promisesOf(document: any): Set<string> {
  const promises = new Set<string>()
  const resolve = (node: any): any =>
    node?.$ref
      ? node.$ref
          .slice(2)
          .split('/')
          .reduce((at: any, key: string) => at[key], document)
      : node
  const addFields = (schema: any, at: string, ancestors: any[] = []) => {
    const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = resolve(schema) ?? {}
    if (ancestors.includes(resolve(schema))) return
    const inside = [...ancestors, resolve(schema)]
    for (const [name, field] of Object.entries(properties)) {
      promises.add(`${at}.${name}`)
      addFields(field, `${at}.${name}`, inside)
    }
    if (items) addFields(items, `${at}[]`, inside)
    for (const part of [...anyOf, ...oneOf, ...allOf]) addFields(part, at, inside)
  }
  for (const [path, methods] of Object.entries<any>(document.paths))
    for (const [method, operation] of Object.entries<any>(methods)) {
      const name = `${method} ${path}`
      promises.add(`${name} is ${operation.operationId}`)
      for (const parameter of operation.parameters ?? [])
        promises.add(`${name} takes ${resolve(parameter).in} ${resolve(parameter).name}`)
      addFields(operation.requestBody?.content['application/json']?.schema, `${name} body`)
      for (const [status, response] of Object.entries<any>(operation.responses).filter(([status]) => status < '300')) {
        promises.add(`${name} responds ${status}`)
        addFields(resolve(response).content?.['application/json']?.schema, `${name} ${status}`)
      }
    }
  return promises
}

for (const file of readdirSync(`${root}releases`)) {
  test(`everything that ${file} promised is still there`, () => {
    const promised = [...promisesOf(read(`releases/${file}`))]
    assert.ok(promised.length > 2000, String(promised.length))
    const now = promisesOf(current)
    assert.deepEqual(
      promised.filter((promise) => !now.has(promise)),
      [],
    )
  })
}
