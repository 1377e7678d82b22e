import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { parseYaml } from '@redocly/openapi-core'
import { checkSettings } from '../../src/db/connect/external.ts'
import { readConfig } from '../../src/process/config.ts'
import { harness } from '../harness/harness.ts'

const textOf = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')
const yamlOf = (name: string) => parseYaml(textOf(name)) as any
/** Without the secret, which the operator writes. */
const kubernetes = readdirSync(new URL('../../deploy/kubernetes/', import.meta.url))
  .filter((name) => name !== 'secret.yaml')
  .map((name) => `kubernetes/${name}`)
const { port } = readConfig({})

/** The environment variables that the service reads. */
const variables = new Set(
  readFileSync(new URL('../../src/process/config.ts', import.meta.url), 'utf8').match(/\b[A-Z]+(_[A-Z]+)*\b/g),
)

describe('compose.yaml', () => {
  const { services } = yamlOf('compose.yaml')
  const nodes = Object.entries<any>(services).filter(([name]) => /^wattle-\d$/.test(name))

  test('sets only known variables, to valid values', () => {
    for (const [, { environment }] of [...nodes, ['migrate', services.migrate] as const]) {
      for (const name of Object.keys(environment)) assert.ok(variables.has(name), name)
      const filled = Object.entries(environment).map(([name, text]) => [
        name,
        String(text).replace(/\$\{.*?\}/g, 'http://x'),
      ])
      assert.doesNotThrow(() => readConfig(Object.fromEntries(filled)))
    }
  })

  test('has the nodes of nginx.conf, and the servers of poolers and nodes', () => {
    const servers = [...textOf('nginx.conf').matchAll(/^ *server (\S+):(\d+)/gm)].map(([, name, on]) => [
      name,
      Number(on),
    ])
    assert.deepEqual(
      servers,
      nodes.map(([name]) => [name, port]),
    )
    assert.match(services.nginx.ports[0], new RegExp(`:${/listen (\d+)/.exec(textOf('nginx.conf'))![1]}$`))
    const hosts = ['pgbouncer.ini', 'pgbouncer-replica.ini'].map((name) => /host=(\S+)/.exec(textOf(name))![1]!)
    const pooler = Number(/listen_port = (\d+)/.exec(textOf('pgbouncer.ini'))![1])
    for (const [, { environment }] of nodes) {
      for (const url of [environment.DATABASE_URL, environment.WATTLE_REPLICA_URL]) {
        const [, host, on] = /@([^:]+):(\d+)/.exec(url)!
        hosts.push(host!)
        assert.equal(Number(on), pooler)
      }
    }
    for (const host of hosts) assert.ok(services[host], host)
  })

  test('mounts only existing files', () => {
    const byOperator = ['./userlist.txt'] // with the passwords
    for (const { volumes = [] } of Object.values<any>(services)) {
      const files = volumes.map((text: string) => text.split(':')[0]!).filter((path: string) => path.startsWith('./'))
      for (const file of files)
        assert.ok(byOperator.includes(file) || existsSync(new URL(`../../deploy/${file}`, import.meta.url)), file)
    }
  })
})

describe('kubernetes', async () => {
  const { app } = await harness()
  const pods = ['kubernetes/deployment.yaml', 'kubernetes/migrate.yaml'].map((name) => yamlOf(name).spec.template.spec)

  test('every file is a resource, and all but the example are applied', () => {
    for (const name of kubernetes) assert.ok(yamlOf(name).kind, name)
    const applied = yamlOf('kubernetes/kustomization.yaml').resources.map((name: string) => `kubernetes/${name}`)
    const others = ['kubernetes/kustomization.yaml', 'kubernetes/secret.example.yaml']
    assert.deepEqual([...applied, ...others].sort(), [...kubernetes].sort())
  })

  test('sets only known variables, from keys that the secret has', () => {
    const secret = yamlOf('kubernetes/secret.example.yaml').stringData
    for (const { containers, initContainers = [] } of pods) {
      for (const { name, value, valueFrom } of [...initContainers, ...containers].flatMap(({ env }) => env)) {
        assert.ok(variables.has(name), name)
        if (value === undefined) assert.ok(secret[valueFrom.secretKeyRef.key], name)
        else assert.doesNotThrow(() => readConfig({ [name]: value }))
      }
    }
  })

  test('probes existing routes on the port of the service', () => {
    const [node] = pods[0].containers
    assert.equal(node.ports[0].containerPort, port)
    for (const probe of [node.startupProbe, node.readinessProbe, node.livenessProbe]) {
      assert.ok(app.hasRoute({ method: 'GET', url: probe.httpGet.path }), probe.httpGet.path)
      assert.equal(probe.httpGet.port, node.ports[0].name)
    }
    assert.equal(yamlOf('kubernetes/service.yaml').spec.ports[0].targetPort, node.ports[0].name)
  })

  test('no container runs as root or has a writable root file system', () => {
    for (const { securityContext, containers, initContainers = [] } of pods) {
      assert.equal(securityContext.runAsNonRoot, true)
      for (const container of [...initContainers, ...containers]) {
        const { readOnlyRootFilesystem, allowPrivilegeEscalation } = container.securityContext
        assert.deepEqual([readOnlyRootFilesystem, allowPrivilegeEscalation], [true, false])
      }
    }
  })
})

test('the image has the files of the package, and the same entry point', () => {
  const { files, bin, scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const text = textOf('Containerfile')
  for (const name of files as string[])
    assert.match(text, new RegExp(`COPY --from=build .*/src/${name.split('/')[0]}\\b`), name)
  const flags = scripts.start.split(' ').filter((word: string) => word.startsWith('--'))
  assert.match(
    text,
    new RegExp(`ENTRYPOINT \\["node", ${flags.map((flag: string) => `"${flag}", `).join('')}"${bin.wattle}"\\]`),
  )
  assert.match(text, /^USER 1000:1000$/m)
})

test('role.sql has all settings that the service needs behind a pooler', () => {
  const set = [...textOf('postgres/role.sql').matchAll(/^alter role wattle set (\w+) = '?(\w+)'?;$/gm)]
  const settings = Object.fromEntries(set.map(([, name, value]) => [name, value]))
  assert.doesNotThrow(() => checkSettings(settings as Record<string, string>, { server: 'x', user: 'wattle' }))
  assert.equal(settings.synchronous_commit, 'remote_apply')
})
