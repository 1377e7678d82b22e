/** Milliseconds that the work below takes on the processor that the ceilings are for, a Xeon of 2.5 GHz with nothing beside. */
const usualMilliseconds = 6
const rounds = 20
/** No more is allowed for, however slow it is. */
const mostSlower = 2

const records = Array.from({ length: 300 }, (_, n) => ({ id: n, name: `Name ${n}`, tags: ['a', 'b'], at: n * 1.5 }))
const text = JSON.stringify(records)

/** Reads, sorts and writes JSON, as requests do. */
function work(): number {
  let length = 0
  for (let n = 0; n < 15; n++) {
    const list = JSON.parse(text) as typeof records
    list.sort((a, b) => (a.name < b.name ? -1 : 1))
    length += JSON.stringify(list).length
  }
  return length
}

/**
 * How many times slower this machine is now, 1 where it is as fast or faster: the time of a thread also grows when others have
 * the rest of the core. Measured beside what seems too slow, so that a ceiling is held by the service and not by the host.
 */
export function slowness(): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage()
    work()
    return process.cpuUsage(before).user / 1000
  })
  return Math.min(mostSlower, Math.max(1, Math.min(...times) / usualMilliseconds))
}
