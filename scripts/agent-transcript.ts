import { readFileSync, writeFileSync } from 'node:fs'
import { Harness } from '../bench/harness.ts'
import { createDemo } from '../src/bundle/demo.ts'
import { connectTo } from '../test/harness/mcp.ts'
import { jobTime, runJob, transcriptOf, withTranscript } from '../trials/agent/job.ts'
import { startService } from '../trials/lib/service.ts'

/** Writes the transcript of docs/agents.md: runs the job on a new demo organisation. test/mcp/agent-job.test.ts runs it too. */
await Harness.run(5, async (harness) => {
  const { db, clock, port } = await startService(harness)
  clock.advance(jobTime - clock.now())
  const { token } = await createDemo(db, clock)
  const client = await connectTo(`http://127.0.0.1:${port}/mcp`, token)
  harness.defer(() => client.close())
  const file = new URL('../docs/agents.md', import.meta.url)
  writeFileSync(file, withTranscript(readFileSync(file, 'utf8'), transcriptOf(await runJob(client))))
  console.log('wrote the transcript in docs/agents.md')
})
