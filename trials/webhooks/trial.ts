import { setTimeout as sleep } from 'node:timers/promises'
import { type Harness, progress } from '../../bench/harness.ts'
import { Random } from '../../demo/random.ts'
import { type CheckedCounts, checkAll, isInFeed } from './checks.ts'
import { type Cluster, query, startCluster } from './cluster.ts'
import { createOrganisations, createWebhooks, giveToken, type TrialWebhook } from './organisations.ts'
import { Problems } from './problems.ts'
import { type Answer, Receiver } from './receiver.ts'
import { runWriter } from './writers.ts'

export interface Plan {
  events: number
  /** The writes are spread over so long. */
  seconds: number
  kills: number
  postgresKills: number
  /** How long one node is stopped; 0 for none. Longer than a lease. */
  stopSeconds: number
  /** How long a connection has no right, and a name another address. */
  windowSeconds: number
  /** Of the times between attempts, and of rests. */
  divisor: number
}

export interface TrialResult {
  problems: Problems
  counts: CheckedCounts | undefined
  answers: Map<Answer, number>
  requests: number
  longestPauseMs: number
  seconds: number
}

interface TrialOptions {
  root: string
  seed: number
  plan: Plan
  /** For a planted fault: one is enough. */
  stopAtFirstProblem?: boolean
}

const writersOfEach = 4
/** Of the longest wait between two attempts, and of a lease. */
const longestWaitSeconds = (divisor: number) => (24 * 3600 * 1.2) / divisor + 30
/** Of the requests that were under way at a kill, and of the results that were not stored. */
const duplicatesOfDisruption = 64

export async function runTrial(harness: Harness, options: TrialOptions): Promise<TrialResult> {
  const { root, seed, plan, stopAtFirstProblem = false } = options
  const began = performance.now()
  const random = new Random(seed)
  const problems = new Problems()
  const receiver = new Receiver(new Random(seed + 1), problems)
  await receiver.start(harness)
  const cluster = await startCluster(harness, root, plan.divisor)
  const { db, nodes } = cluster
  await recordPositionsThatGoBack(cluster)
  const [first] = nodes.values()
  const organisations = await createOrganisations(db)
  const webhooks = await createWebhooks(db, first!.port, organisations, receiver)
  const isOver = () => stopAtFirstProblem && !problems.isEmpty

  let writes = 0
  const writingBegan = performance.now()
  const next = async () => {
    if (writes >= plan.events || isOver()) return false
    writes++
    const due = writingBegan + (writes / plan.events) * plan.seconds * 1000
    await sleep(Math.max(0, due - performance.now()))
    return true
  }
  const writing = organisations.flatMap(({ token }) =>
    Array.from({ length: writersOfEach }, (_, number) =>
      runWriter({ number, token, nodes: [...nodes.values()], random, problems, next }),
    ),
  )
  try {
    for (const step of stepsOf(plan, random, { cluster, webhooks, receiver })) {
      if (isOver()) break
      progress(
        `  ${step.title} (${writes} writes, ${receiver.requests} requests, ${Math.round((performance.now() - began) / 1000)} s)`,
      )
      await step.run()
      await sleep(random.between(500, 3000))
    }
  } finally {
    await Promise.all(writing)
  }
  progress(`  ${writes} writes are done, ${receiver.requests} requests were received`)
  if (!isOver()) await waitUntilSent(cluster, receiver, plan, problems, isOver)
  const counts = isOver() ? undefined : await checkAll(db, first!.port, organisations, webhooks, receiver, problems)
  const mostDuplicates = (plan.kills + plan.postgresKills + 1) * duplicatesOfDisruption
  if (counts && counts.duplicates > mostDuplicates)
    problems.add('too many duplicates', `${counts.duplicates}, at most ${mostDuplicates} are expected`)
  const seconds = (performance.now() - began) / 1000
  const { counts: answers, requests, longestPauseMs } = receiver
  return { problems, counts, answers, requests, longestPauseMs, seconds }
}

interface Step {
  title: string
  run(): Promise<void>
}

interface Setting {
  cluster: Cluster
  webhooks: TrialWebhook[]
  receiver: Receiver
}

/** What happens while events are written and sent: the loss of a right, and then the rest in random order. */
function stepsOf(plan: Plan, random: Random, { cluster, webhooks, receiver }: Setting): Step[] {
  const { db, nodes } = cluster
  const visits = webhooks.find(({ connection }) => connection === 'Visits')!
  const windowMs = plan.windowSeconds * 1000
  /** A node that waits for an answer of a receiver, or any if there is none for a while. */
  const nodeThatSends = async (to: TrialWebhook[]) => {
    for (let tries = 0; tries < 500; tries++) {
      const senders = receiver.sendersOf(to)
      if (senders.length > 0) return nodes.get(random.pick(senders))!
      await sleep(20)
    }
    return random.pick([...nodes.values()])
  }

  const killNode = async () => {
    const node = await nodeThatSends(webhooks)
    await node.end('SIGKILL')
    await sleep(random.between(0, 1500))
    node.launch()
    await node.ready(120_000)
  }
  const killPostgres = async () => {
    cluster.killPostgres()
    await sleep(1000)
    await query(db, 'select 1')
  }
  /** The last token of a connection is revoked. Its webhook waits until there is another. */
  const withoutToken = async (work: () => Promise<void>) => {
    const { organisation, connection } = visits
    await query(
      db,
      `update access_token t set revoked_at = now() from connection c
       where c.org_id = $1 and c.name = $2 and t.org_id = $1 and t.connection_id = c.id and t.revoked_at is null`,
      [organisation.id, connection],
    )
    visits.forbidden = { isForbidden: () => true, since: Date.now() }
    await work()
    visits.forbidden = undefined
    await giveToken(db, organisation, connection)
  }
  /** The tokens of a connection lose an area. Its events pass by. */
  const withoutArea = async () => {
    const { organisation, connection, id } = visits
    const isForbidden = (type: string) => /^(task|task_charge|price_code)\./.test(type)
    const setLevel = (level: string) =>
      query(
        db,
        `update access_token t set access = access || jsonb_build_object('tasks', $3::text) from connection c
         where c.org_id = $1 and c.name = $2 and t.org_id = $1 and t.connection_id = c.id`,
        [organisation.id, connection, level],
      )
    const [before] = await query(
      db,
      `select least(w.position, (select min(event_id) - 1 from webhook_delivery d
         where d.org_id = $1 and d.webhook_id = $2 and d.status = 'pending')) as position
       from webhook w where w.org_id = $1 and w.id = $2`,
      [organisation.id, id],
    )
    // Until the end is known.
    visits.passedBy = { isForbidden, after: before.position, upTo: Number.POSITIVE_INFINITY }
    await setLevel('no-access')
    visits.forbidden = { isForbidden, since: Date.now() }
    await sleep(windowMs)
    visits.forbidden = undefined
    await setLevel('read')
    await sleep(3000)
    const [after] = await query(db, 'select head from feed where org_id = $1', [organisation.id])
    visits.passedBy.upTo = after.head
  }
  /** Long enough for another node to send in its place, before the token is revoked and it goes on. */
  const stopNode = async () => {
    const node = await nodeThatSends([visits])
    node.freeze(true)
    await sleep(plan.stopSeconds * 1000 - windowMs)
    await withoutToken(async () => {
      await sleep(windowMs)
      node.freeze(false)
      await sleep(2000)
    })
  }
  const moveName = async () => {
    cluster.resolveNamesTo('127.0.1.1')
    await sleep(windowMs)
    cluster.resolveNamesTo('127.0.0.1')
  }

  const steps: Step[] = [
    ...Array.from({ length: plan.kills }, () => ({ title: 'kill -9 of a node', run: killNode })),
    ...Array.from({ length: plan.postgresKills }, () => ({ title: 'kill -9 of PostgreSQL', run: killPostgres })),
    { title: 'a name resolves to a private address', run: moveName },
    plan.stopSeconds > 0
      ? { title: `a node is stopped for ${plan.stopSeconds} s, and a token is revoked`, run: stopNode }
      : { title: 'a token is revoked', run: () => withoutToken(() => sleep(windowMs)) },
  ]
  // While events are still written.
  const loss: Step = { title: 'the tokens of a connection lose an area', run: withoutArea }
  return [loss, ...random.sample(steps, steps.length)]
}

/** The table `position_back` gets each position that moves back. */
const recordPositionsThatGoBack = ({ db }: Cluster) =>
  db.query(`
    create table position_back (org_id bigint, webhook_id bigint, old_position bigint, new_position bigint);
    create function position_back() returns trigger language plpgsql as $$ begin
      insert into position_back values (new.org_id, new.id, old.position, new.position);
      return null;
    end $$;
    create trigger position_back after update on webhook for each row when (new.position < old.position)
      execute function position_back()`)

/** Waits until nothing is left to send, or nothing has happened for longer than the longest pause. */
async function waitUntilSent(
  { db }: Cluster,
  receiver: Receiver,
  { divisor }: Plan,
  problems: Problems,
  isOver: () => boolean,
): Promise<void> {
  const patienceMs = (longestWaitSeconds(divisor) + 30) * 1000
  let [lastChange, lastRequests, lastReport] = [Date.now(), -1, Date.now()]
  for (;;) {
    const [left] = await query(
      db,
      `select (select count(*)::int from webhook w join feed f on f.org_id = w.org_id where w.position < f.head) as behind,
         (select count(*)::int from webhook_delivery where status = 'pending') as pending,
         (select count(*)::int from event where seq is null and ${isInFeed}) as unnumbered`,
    )
    if (left.behind + left.pending + left.unnumbered === 0 || isOver()) return
    if (receiver.requests !== lastRequests) {
      lastRequests = receiver.requests
      lastChange = Date.now()
    }
    if (Date.now() - lastChange > patienceMs) {
      problems.add('not everything was sent', `${JSON.stringify(left)} after ${patienceMs / 1000} s without a request`)
      return
    }
    if (Date.now() - lastReport > 20_000) {
      lastReport = Date.now()
      progress(`  ${JSON.stringify(left)}, ${receiver.requests} requests`)
    }
    await sleep(500)
  }
}
