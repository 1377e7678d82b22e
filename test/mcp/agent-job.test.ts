import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createDemo } from '../../src/bundle/demo.ts'
import { jobTime, runJob, transcriptIn, transcriptOf } from '../../trials/agent/job.ts'
import { harness } from '../harness/harness.ts'
import { mcpClients } from '../harness/mcp.ts'

const { app, db, clock } = await harness()
clock.advance(jobTime - clock.now())
const { connect } = await mcpClients(app)

test('an agent does a whole job, and docs/agents.md shows what it read (npm run transcript)', async () => {
  const { token } = await createDemo(db, clock)
  const { client } = await connect(token)
  const steps = await runJob(client)
  assert.deepEqual(
    steps.map(({ tool, isError }) => [tool, isError]),
    [
      ['whoami', false],
      ['find_people', false],
      ['search_client_notes', false],
      ['get_roster', false],
      ['plan_shift', true],
      ['plan_shift', false],
      ['publish_shifts', false],
      ['publish_shifts', false],
    ],
  )
  const [conflict, published] = [steps[4]!.text, steps.at(-1)!.text]
  assert.match(conflict, /staff_overlap/)
  const { done, result } = JSON.parse(published)
  assert.deepEqual([done, result.succeeded], [true, 1])
  const page = readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8')
  assert.equal(transcriptOf(steps), transcriptIn(page))
})
