import type { Data } from '../data/data.ts'
import { againstBaseline, type Case, request, targets } from './case.ts'

export function shiftCases({ roster }: Data): Case[] {
  const { token, shifts } = roster
  const reads = shifts.readable.map((id) => request('GET', `/shifts/a:${id}`, token))
  return [
    againstBaseline('GET /shifts/{ref}', targets.reads, reads),
    oncePerSide('POST /shifts', newShifts(shifts, token), 'shift.created'),
    oncePerSide(
      'POST /shifts/{ref}/clock-in',
      shifts.clockable.map(({ id, staffId }) =>
        request('POST', `/shifts/a:${id}/clock-in`, token, { staff_ids: [staffId] }),
      ),
      'shift.clocked_in',
    ),
  ]
}

/** Requests that can succeed only once, half of them for each side. */
function oncePerSide(name: string, requests: string[], event: string): Case {
  const half = requests.length / 2
  return {
    ...againstBaseline(name, targets.writes, [], event),
    reference: { program: 'baseline', requests: requests.slice(0, half), isOnce: true },
    tested: { program: 'service', requests: requests.slice(half), isOnce: true },
  }
}

/** One shift for each staff member, then the same two hours later, so that shifts do not overlap. */
function newShifts({ staffIds, clientIds }: Data['roster']['shifts'], token: string): string[] {
  const two = (n: number) => String(n).padStart(2, '0')
  return Array.from({ length: 50_000 }, (_, n) => {
    const slot = Math.floor(n / staffIds.length)
    const day = `2031-${two(1 + Math.floor(slot / 252))}-${two(1 + (Math.floor(slot / 9) % 28))}`
    const hour = 4 + (slot % 9) * 2
    return request('POST', '/shifts', token, {
      type: 'single',
      title: 'Morning visit',
      start: `${day} ${two(hour)}:00:00`,
      end: `${day} ${two(hour + 1)}:30:00`,
      client_ids: [clientIds[n % clientIds.length]],
      staff_ids: [staffIds[n % staffIds.length]],
      services: [{ staff_id: staffIds[n % staffIds.length], service: 'Personal care' }],
      address: '14 Wattle St, Marrickville NSW 2204',
      publish: true,
    })
  })
}
