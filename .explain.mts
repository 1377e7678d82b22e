import { startTestServer } from './test/postgres.ts'
import { openPool } from './src/db/pool.ts'
import { compile } from './src/reports/engine/compile.ts'
import { questionOf } from './src/reports/engine/question.ts'
import { computeResults } from './src/reports/engine/compute.ts'
import { daysOf } from './src/reports/date-range.ts'
const server = await startTestServer()
const pool = openPool({ ...server.address, database: 'wattle_template' } as any)
try {
const q = (s: string) => pool.query(s)
await q(`begin; set local statement_timeout=0;
 insert into organisation (slug,name) select 'o'||g,'O' from generate_series(1,3) g;
 insert into business_location (org_id,name) select id,'N' from organisation;
 insert into staff (org_id,id,first_name,last_name,status) select o.id,g,'F'||g%700,'L'||g,'Active' from organisation o, generate_series(1,2000) g;
 insert into client (org_id,id,first_name,last_name,client_type,business_id,created_at) select b.org_id,g,'F'||g%700,'L'||g,(array['NDIS','HCP','Private'])[g%3+1],b.id,now()-g*interval '1 hour' from business_location b, generate_series(1,5000) g;
 insert into shift (org_id,id,type,status,title,starts,ends,starts_at,ends_at) select o.id,g,(array['single','single','group','site'])[g%4+1],(array['scheduled','completed','draft','cancelled'])[g%4+1],'S',t,t+interval '2 hours',t,t+interval '2 hours' from organisation o, generate_series(1,150000) g, lateral (select timestamp '2024-08-01'+(g*7)*interval '1 minute' t) x;
 insert into appointment (org_id,shift_id,client_id,employee_id,appointment_title,starts,ends,starts_at,ends_at,is_draft,appointment_cancelled,is_deleted)
  select org_id,id,1+(id*7+k)%5000,1+id%2000,(array['Personal care','Community access','Transport'])[id%3+1],starts,ends,starts_at,ends_at,0,0,0 from shift, generate_series(1,2) k;
 commit`)
await pool.query('set statement_timeout=0')
await q('vacuum analyze')
const org = (await q('select min(id) id from organisation')).rows[0].id
const timezone='Australia/Sydney', today='2026-07-14', now=Date.parse('2026-07-14T02:00:00Z')
console.log((await q('select min(starts),max(starts) from appointment')).rows[0], (await q('show shared_buffers')).rows[0], (await q('show work_mem')).rows[0])
const show = process.argv[2]==='plans'
for (const [label, spec] of Object.entries({
  'month x type': {metric:'records::count', group_by:'start:month', breakdown_by:'type'},
  'month x type last_30': {metric:'records::count', group_by:'start:month', breakdown_by:'type', date_range:{preset:'last_30_days'}},
  'month only': {metric:'records::count', group_by:'start:month'},
  'hours by month': {metric:'hours::sum', group_by:'start:month'},
  'hours by employee': {metric:'hours::sum', group_by:'employee_id'},
  'clients by month': {metric:'clients::count_distinct', group_by:'start:month'},
  'client x day': {metric:'records::count', group_by:'client_id', breakdown_by:'start:day'},
  'day x client': {metric:'hours::sum', group_by:'start:day', breakdown_by:'client_id'},
  'count': {metric:'records::count', visualization:'metric'},
  'count status': {metric:'records::count', visualization:'metric', filters:{status:'completed'}},
  'count client name': {metric:'records::count', visualization:'metric', filters:{client_id:'F5 L5'}},
  'formula': {metric:'records::count', visualization:'metric', formula:{expression:'a/b', terms:{a:{metric:'hours::sum',filters:{status:'completed'}},b:{metric:'hours::sum'}}}},
  'client_type by month': {metric:'hours::sum', group_by:'start:month', breakdown_by:'client_type'},
}) as any) {
  const s = {source:'appointments', visualization:'table', ...spec}
  const c = compile(questionOf(s), {}, {orgId:org, timezone, today, days: daysOf(s.date_range, today)})
  const times: number[] = []
  for (let i=0;i<5;i++){ const t=performance.now(); await computeResults(pool,{orgId:org,timezone},s,now); times.push(performance.now()-t) }
  const plain: number[] = []
  for (let i=0;i<3;i++){ const t=performance.now(); await pool.query(c.text,c.values); plain.push(performance.now()-t) }
  const ex = (await pool.query(`explain (analyze, buffers${show?'':', format json'}) ${c.text}`, c.values)).rows
  console.log(label.padEnd(22), 'compute ms', Math.min(...times).toFixed(1), 'plain pg ms', Math.min(...plain).toFixed(1), show? '' : `server exec ${ex[0]['QUERY PLAN'][0]['Execution Time']} buffers ${ex[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']}+${ex[0]['QUERY PLAN'][0].Plan['Shared Read Blocks']} temp ${ex[0]['QUERY PLAN'][0].Plan['Temp Written Blocks']}`)
  if (show && /x/.test(label)) console.log(ex.map((r:any)=>r['QUERY PLAN']).join('\n'))
}
} finally { await pool.end(); await server.stop() }
