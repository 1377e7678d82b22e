/** The description of the API. */
export const apiDescription = `Read and change the data of one organisation that runs a care and support business.

**Authentication.** Send \`Authorization: Bearer <token>\`. A token belongs to a connection of one organisation and has a level
(\`none\`, \`read\` or \`read-write\`) for each area. Every operation states the area and level it needs; read-write includes read.

**Request bodies** are JSON objects in UTF-8 of at most 64 KB, with the content type \`application/json\`. PATCH changes only the
fields in the body. An unknown field is an error that names it.

**Query parameters.** Lists are comma separated or repeated (\`?refs=a,b\`, \`?refs=a&refs=b\`, \`?refs[]=a&refs[]=b\`). Booleans
are \`true\` or \`false\`. Unknown parameters are ignored.

**Pagination.** Pages have a stable order. A page past the end is empty.

**Dates and times.** Dates are days in the organisation's time zone. Timestamps are ISO 8601 with microseconds and Z.

**Errors** have a \`message\`. Validation errors are listed by field under \`errors\`, all at once. The checks run in this order:
unknown endpoint 404, token 401, integrations off 503, rate limit 429, permission 403, body size 413, not a JSON object 400,
then validation (422) or record not found (404).

**Rate limits.** Each token has a quota of requests per minute across all nodes of the service. The RateLimit headers contain
what remains of it.

**Overload.** An overloaded service responds with 503 and \`Retry-After\` before all other checks. The request had no effect and
can be sent again. If the connection to the database fails during a change, the message of the 503 says that the change may have
been made. With an \`Idempotency-Key\` every request can be sent again safely.

**Examples** are requests to the demo organisation, which has the records they name. Each one works when it is sent to a new demo
organisation. In another organisation these ids may belong to other records: check them before you send a change.

**Versioning.** This is v1. Later releases only add fields, parameters, endpoints, event types, and values of the enums that are marked
with \`x-open-enum\`. What is deprecated goes on working: it is marked, and responses to requests that use it have the headers
\`Deprecation\` and \`Link\`, and \`Sunset\` if a later version will end it. \`/docs/changelog\` and \`changelog.json\` beside \`openapi.json\`
list what each release added.`

export const tags = [
  { name: 'Access', description: 'The token’s organisation, connection and access.' },
  { name: 'Clients', description: 'People who receive care or support.' },
  { name: 'Client notes', description: 'Notes about clients: general notes, and notes of tasks and shifts.' },
  { name: 'Staff', description: 'People who provide care or support.' },
  { name: 'Sites', description: 'Houses and other locations, with their participants and staff.' },
  { name: 'Roster', description: 'Shifts and appointments of clients and staff.' },
  { name: 'Tasks', description: 'Work outside the roster, and its charges.' },
  { name: 'Billing', description: 'Billables of completed tasks, from charge to invoice.' },
  { name: 'Prospects', description: 'People who may become clients.' },
  { name: 'Forms', description: 'Forms and their submissions.' },
  {
    name: 'Events',
    description: 'What happened to records, in order: to keep a copy up to date, or to react to changes.',
  },
  {
    name: 'Webhooks',
    description:
      'Addresses that events are sent to, signed, and what became of each delivery. The guide “Receiving webhooks” has a receiver to copy.',
  },
  { name: 'Reports', description: 'Insights that are computed from current data, and dashboards of insights.' },
  { name: 'External ids', description: 'The ids that records have in other systems, such as payroll.' },
]
