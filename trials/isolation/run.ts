import { parseArgs } from 'node:util'
import { progress, Stage } from '../../bench/harness.ts'
import { scored } from '../lib/planted.ts'
import { line, record } from '../lib/report.ts'
import { type Service, startService, type Tenant } from '../lib/service.ts'
import { equalIds } from './equal-ids.ts'
import { foreignIds } from './foreign-ids.ts'
import { handedOut } from './issued-values.ts'
import { Pair } from './pair.ts'
import { matrix } from './permissions.ts'
import { type Planted, plantedFaults } from './planted.ts'

const usage = `npm run test:isolation -- [--planted] [--only TEXT]

  Two organisations with the same ids and different words: no operation, list, cursor, key or link of one shows or changes anything of the
  other, and every operation takes exactly the tokens that its needs say.

  --planted    tries the harness: puts one fault after the other into the service, and counts those that are found
  --only TEXT  operations with this text in their name, such as 'POST /clients'; with --planted, such faults
`
const { values } = parseArgs({
  options: {
    ...{ planted: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}

type Two = [Tenant, Tenant]

async function tryAll(service: Service, two: Two, only: string, tell: (text: string) => void, planted?: Planted) {
  const begin = () => Pair.begin(service, two, { only, ...(planted && { plantIn: planted.plantIn }) })
  const [probed, worded] = [await begin(), await begin()]
  await handedOut(worded)
  const places = await foreignIds(probed, tell)
  const wrong = () => [...probed.findings.wrong, ...worded.findings.wrong]
  await equalIds(worded, tell)
  const tokens = await matrix(worded, tell)
  const requests = probed.findings.requests + worded.findings.requests
  return { places, tokens, requests, operations: worded.known.length, wrong: wrong() }
}

await Stage.run(60, async (stage) => {
  const service = await startService(stage)
  const two = await Pair.make(service)
  stage.undo(() => line(''))

  if (values.planted) {
    const attempt = async (name: string | undefined) => {
      const planted = name === undefined ? undefined : plantedFaults[name]!
      const tell = (text: string) => line(`${name ?? 'no fault'}: ${text}`)
      const { wrong } = await tryAll(service, two, planted?.only ?? '/tasks', tell, planted)
      const first = wrong.find(({ reason }) => name === undefined || !reason.startsWith('the trial itself'))
      return first && { short: `${first.what}: ${first.reason.split(':')[0]}`, long: `${first.what} ${first.reason}` }
    }
    const command = 'npm run test:isolation -- --planted'
    const names = Object.keys(plantedFaults)
    return scored({
      section: 'isolation-planted',
      command,
      postgres: service.postgres,
      only: values.only,
      names,
      attempt,
    })
  }

  const began = Date.now()
  const { places, tokens, requests, operations, wrong } = await tryAll(service, two, values.only, line)
  const seconds = ((Date.now() - began) / 1000).toFixed(0)
  line('')
  for (const { what, reason, request } of wrong)
    progress(
      `WRONG  ${what}: ${reason}\n       ${request}\n       again: npm run test:isolation -- --only '${what.match(/^[A-Z]+ \S+/)?.[0] ?? ''}'`,
    )
  const said = `${requests.toLocaleString('en')} requests in ${seconds} s: ${operations} operations by two organisations with equal ids, ${places} places that take an id, each operation with ${tokens} tokens and states of tokens.`
  process.stdout.write(`${said}\n${wrong.length === 0 ? 'Nothing was wrong.' : `${wrong.length} things were wrong.`}\n`)
  if (wrong.length > 0) process.exitCode = 1
  else if (values.only === '') {
    const rows = [
      ['requests', requests.toLocaleString('en')],
      ['operations × organisations with equal ids', `${operations} × 2, and every list at its full length`],
      [
        'places that take an id (path, query, body), each with an id of its own, of the other and of nobody',
        String(places),
      ],
      [
        'operations × tokens and states of tokens',
        `${operations} × ${tokens} = ${(operations * tokens).toLocaleString('en')}`,
      ],
      ['seconds', seconds],
      ['wrong', String(wrong.length)],
    ]
    const text = ['| | |', '|---|---|', ...rows.map(([what, figure]) => `| ${what} | ${figure} |`)].join('\n')
    record({ section: 'isolation', command: 'npm run test:isolation', postgres: service.postgres, text })
  }
})
