/** The words of the specification that belong to no single operation. */
export const apiDescription = `Read and change the data of one organisation that runs a care and support business.

**Access.** Send \`Authorization: Bearer <token>\`. A token belongs to a connection of one organisation and has a level
(\`none\`, \`read\` or \`read-write\`) for each area; every operation states the area and level it needs, and read-write
includes read.

**Bodies** are JSON objects of at most 64 KB in UTF-8, sent as \`application/json\`. PATCH changes only the fields sent.
An unknown field is an error that names it.

**Lists** in a query are comma separated or repeated (\`?refs=a,b\`, \`?refs=a&refs=b\`, \`?refs[]=a&refs[]=b\`), booleans are
\`true\` or \`false\`, and unknown parameters are ignored. Pages are in a stable order; a page past the end is empty.

**Times.** Dates are days of the organisation's own time zone. Instants are ISO 8601 with microseconds and Z.

**Errors** have a \`message\`; what is wrong with the data is listed under \`errors\` by field, all of it at once. Checks come
in this order: unknown endpoint 404, token 401, integrations off 503, rate limit 429, permission 403, size 413, no JSON
object 400, then the data (422) or the record (404).

**Limits.** Each token has a quota of requests a minute, told by the RateLimit headers; all nodes of the service count
together. A service that has more to do than it can answers 503 with Retry-After before it looks at anything else; nothing
was done then, so the request can be sent again. Where a change was cut off in the middle, the 503 says that it may have been
made; with an Idempotency-Key it can be sent again in any case.

**Examples** are requests of one organisation that has the records they name. In yours, and in the demo organisation, these ids
may be of other records: look before you send a change.

**Versions.** This is v1. It only ever gains fields, parameters and endpoints.`

export const tags = [
  { name: 'Access', description: 'Who the token is and what it may do' },
  { name: 'Clients', description: 'People who receive care or support' },
  { name: 'Client notes', description: 'What was written about clients: by itself, on tasks and on shifts' },
  { name: 'Staff', description: 'People who give it' },
  { name: 'Sites', description: 'Houses and locations, and the people of each' },
  { name: 'Roster', description: 'Who supports whom, when and where' },
  { name: 'Tasks', description: 'Work beside the roster, and what is charged for it' },
  { name: 'Billing', description: 'From charges of completed tasks to invoices' },
  { name: 'Prospects', description: 'People who may become clients, from the first call on' },
  { name: 'Forms', description: 'Forms that people fill in: built, checked, published as pages' },
  { name: 'Reports', description: 'Questions that are counted from the data as it is, and dashboards that show them' },
]
