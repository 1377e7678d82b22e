// Baseline for shifts: one named statement for each operation. It checks no conflicts and locks nothing.
const zone = 'Australia/Brisbane'
const local = (column) => `to_char(${column} at time zone '${zone}', 'YYYY-MM-DD HH24:MI:SS')`
const typed = (column) => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`
const name = `p.first_name || ' ' || p.last_name`

export const shiftStatements = {
  shift: `
    select s.id, s.type, s.status, s.title, s.starts, s.ends, s.starts_at, s.ends_at, s.address, s.services, s.created_at, s.updated_at,
      a.id as appointment_id,
      (select json_agg(json_build_object('id', p.id, 'name', ${name}, 'in', ${local('x.check_in')}, 'out', ${local('x.check_out')}) order by x.place)
       from shift_staff x join staff p on p.org_id = $1 and p.id = x.staff_id where x.org_id = $1 and x.shift_id = s.id) as staff,
      (select json_agg(json_build_object('id', p.id, 'name', ${name}, 'funding', x.funding_type) order by x.place)
       from shift_client x join client p on p.org_id = $1 and p.id = x.client_id where x.org_id = $1 and x.shift_id = s.id) as clients,
      (select json_agg(json_build_object('id', g.id, 'start', ${typed('g.starts')}, 'end', ${typed('g.ends')}, 'service', g.service, 'ids', g.staff_ids) order by g.starts, g.id)
       from shift_segment g where g.org_id = $1 and g.shift_id = s.id) as segments,
      (select json_agg(json_build_object('id', n.id, 'staff', json_build_object('id', p.id, 'name', ${name}), 'notes', n.notes, 'created_at', ${local('n.created_at')}) order by n.id)
       from shift_note n join staff p on p.org_id = $1 and p.id = n.staff_id where n.org_id = $1 and n.shift_id = s.id) as notes
    from appointment a join shift s on s.org_id = $1 and s.id = a.shift_id where a.org_id = $1 and a.id = $2`,
  newShift: `
    with s as (
      insert into shift (org_id, type, status, title, starts, ends, starts_at, ends_at, address, services)
      values ($1, $2, 'scheduled', $3, $4, $5, $4::timestamp at time zone '${zone}', $5::timestamp at time zone '${zone}', $6, $7::jsonb) returning *),
    x as (insert into shift_staff (org_id, shift_id, staff_id, place) select $1, id, $8, 1 from s),
    y as (insert into shift_client (org_id, shift_id, client_id, place, funding_type)
          select $1, s.id, p.id, 1, p.client_type from s, client p where p.org_id = $1 and p.id = $9),
    a as (insert into appointment (org_id, shift_id, client_id, employee_id, appointment_title, appointment_address, starts, ends,
                                   starts_at, ends_at, is_draft, appointment_cancelled, is_deleted)
          select $1, id, $9, $8, title, address, starts, ends, starts_at, ends_at, 0, 0, 0 from s returning id),
    e as (insert into event (org_id, type, subject_id, fields) select $1, 'shift.created', id, '{type, title, start, end, address, services, staff_ids, client_ids}' from s)
    select s.id, s.type, s.status, s.title, s.starts, s.ends, s.starts_at, s.ends_at, s.address, s.services, s.created_at, s.updated_at,
      a.id as appointment_id,
      (select json_build_array(json_build_object('id', p.id, 'name', ${name}, 'in', null, 'out', null)) from staff p where p.org_id = $1 and p.id = $8) as staff,
      (select json_build_array(json_build_object('id', p.id, 'name', ${name}, 'funding', p.client_type)) from client p where p.org_id = $1 and p.id = $9) as clients
    from s, a`,
  clockIn: `
    with s as (update shift set status = 'started', updated_at = clock_timestamp()
               where org_id = $1 and id = (select shift_id from appointment where org_id = $1 and id = $2) returning id),
    e as (insert into event (org_id, type, subject_id, detail)
          select $1, 'shift.clocked_in', id, jsonb_build_object('staff_id', $3::bigint, 'status', 'started') from s)
    update shift_staff x set check_in = now() from s, staff p
    where x.org_id = $1 and x.shift_id = s.id and x.staff_id = $3 and p.org_id = $1 and p.id = $3
    returning ${name} as name`,
}

export async function answerShift(run, orgId, method, path, body) {
  const [, , ref, action] = path.split('/')
  const id = Number(ref?.slice(2))
  if (method === 'GET') return { data: record((await run('shift', orgId, id))[0]) }
  const request = JSON.parse(body)
  if (action === 'clock-in') {
    const [{ name: staff }] = await run('clockIn', orgId, id, request.staff_ids[0])
    return { ref, succeeded: 1, failed: 0, results: [{ staff, ok: true }] }
  }
  const { type, title, start, end, address, services, staff_ids, client_ids } = request
  const values = [type, title, start, end, address, JSON.stringify(services), staff_ids[0], client_ids[0]]
  return { data: record((await run('newShift', orgId, ...values))[0]) }
}

function record(row) {
  const people = row.staff.map(({ id, name }) => ({ id, name }))
  return {
    ref: `a:${row.appointment_id}`,
    type: row.type,
    status: row.status,
    title: row.title,
    start: row.starts,
    end: row.ends,
    timezone: zone,
    start_at: row.starts_at,
    end_at: row.ends_at,
    minutes: (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / 60_000,
    address: row.address,
    is_draft: false,
    clients: row.clients.map(({ id, name }) => ({ id, name })),
    staff: people,
    services: row.services.map(({ staff_id, service }) => ({
      staff: people.find(({ id }) => id === staff_id).name,
      service,
    })),
    segments: (row.segments ?? []).map(({ id, start, end, service, ids }) => ({
      id,
      start,
      end,
      service,
      staff: people.filter((person) => ids.includes(person.id)),
      shift_notes: [],
    })),
    shift_notes: row.notes ?? [],
    attendance: row.staff.map((person, i) => ({ staff: people[i], check_in: person.in, check_out: person.out })),
    cancellation: null,
    recurrence: null,
    funding: row.clients.map(({ id, name, funding }) => ({ client: { id, name }, funding_type: funding })),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
