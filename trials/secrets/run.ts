import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { Harness, progress } from '../../bench/harness.ts'
import { mintToken, tokenHash, tokenOf } from '../../src/access/token-format.ts'
import { Tokens } from '../../src/access/tokens.ts'
import { systemClock } from '../../src/process/clock.ts'
import { recordFigures } from '../lib/report.ts'

const help = `Checks that the duration of a token check does not reveal how much of a guess is right.

  npm run test:secrets [-- --samples 20000] [--planted]

Compares guesses that share 32 of 40 secret characters with a valid token with guesses that share none, in random
order. --planted uses a check that compares character by character, which must be found.`
const { values } = parseArgs({
  options: { samples: { type: 'string', default: '20000' }, planted: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const samples = Number(values.samples)
/** The usual threshold for timing leaks: about one false alarm in 100,000 runs. */
const maxT = 4.5
const warmUp = 2000

await Harness.run(10, async (harness) => {
  const { db } = await harness.database()
  const real = mintToken()
  await db.query(
    `with o as (insert into organisation (slug, name, timezone) values ('a', 'A', 'Australia/Sydney') returning id),
          c as (insert into connection (org_id, name) select id, 'C' from o returning id)
     insert into access_token (org_id, connection_id, hash, last_four, access, expires_at)
     select o.id, c.id, $1, $2, '{}', now() + interval '1 day' from o, c`,
    [tokenHash(real), real.slice(-4)],
  )
  const tokens = new Tokens(db, systemClock)
  const check = async (token: string) => {
    if (values.planted) compareSlowly(token, real)
    return tokens.find(token)
  }
  if (!(await check(real))) throw new Error('the valid token was rejected')

  // Created before the measurement and in the same way, so that only their characters differ.
  const guesses = Array.from({ length: 2 * samples + warmUp }, () => {
    const isNear = Math.random() < 0.5
    return { isNear, token: Buffer.from(isNear ? similarToken(real) : mintToken()).toString('latin1') }
  })
  const times = { near: [] as number[], far: [] as number[] }
  for (const [n, { isNear, token }] of guesses.entries()) {
    const began = performance.now()
    if (await check(token)) throw new Error('a guess was accepted')
    const took = (performance.now() - began) * 1000
    if (n >= warmUp) times[isNear ? 'near' : 'far'].push(took)
    if (n % 200 === 0) await check(real) // keeps the valid token in the cache, as in use
    if (n % 5000 === 0) progress(`  ${n} of ${guesses.length} guesses`)
  }
  const { t, difference } = welch(times.near, times.far)
  const isConstantTime = Math.abs(t) < maxT
  const text = `| guesses | mean difference, similar against different | Welch's t | at most | |\n|--:|--:|--:|--:|--:|\n| ${times.near.length + times.far.length} | ${difference.toFixed(2)} µs | ${t.toFixed(2)} | ${maxT} | ${isConstantTime ? 'reached' : 'NOT REACHED'} |`
  process.stdout.write(`\n${text}\n`)
  if (values.planted) {
    progress(
      isConstantTime ? 'The planted comparison was NOT found.' : 'The planted comparison was found, as it must be.',
    )
    process.exitCode = isConstantTime ? 1 : 0
    return
  }
  process.exitCode = isConstantTime ? 0 : 1
  const postgres = (await db.query('show server_version')).rows[0].server_version
  if (isConstantTime) recordFigures({ section: 'secrets', command: 'npm run test:secrets', postgres, text })
})

/** A well-formed token that differs from another only in its last eight secret characters. */
function similarToken(token: string): string {
  const made = tokenOf(token.slice(7, 39) + mintToken().slice(7, 15))
  return made === token ? similarToken(token) : made
}

/** The planted fault: stops at the first wrong character, and each character takes time. */
function compareSlowly(guess: string, token: string): void {
  for (let i = 0; i < token.length && guess[i] === token[i]; i++) tokenHash(guess)
}

/** Welch's t of two samples without their slowest tenth, which scheduling and garbage collection cause. */
function welch(a: number[], b: number[]): { t: number; difference: number } {
  const [x, y] = [summary(a), summary(b)]
  const difference = x.mean - y.mean
  return { t: difference / Math.sqrt(x.variance / x.count + y.variance / y.count), difference }
}

function summary(sample: number[]) {
  const fastest = sample.toSorted((p, q) => p - q).slice(0, Math.floor(sample.length * 0.9))
  const mean = fastest.reduce((sum, value) => sum + value, 0) / fastest.length
  const variance = fastest.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (fastest.length - 1)
  return { count: fastest.length, mean, variance }
}
