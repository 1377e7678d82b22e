import { readFileSync, writeFileSync } from 'node:fs'
import { type Document, json, operationsOf, successesOf, withExamplesOfTimes } from '../../../sdk/generate/document.ts'
import { tableOf } from '../../../sdk/generate/table.ts'
import { resourceClasses } from './methods.ts'
import { PythonTypes, pascal } from './schemas.ts'

/** Writes the generated modules of the Python client from openapi.json. CI fails when that changes a committed file. */
const at = (path: string) => new URL(path, import.meta.url)
const document = withExamplesOfTimes(JSON.parse(readFileSync(at('../../../openapi.json'), 'utf8')) as Document)
const table = tableOf(document)
const operations = operationsOf(document)
const webhooks = Object.entries(document.webhooks).map(([type, { post }]) => ({
  type,
  schema: post.requestBody.content[json]!.schema,
}))
const types = new PythonTypes(
  document.components.schemas,
  operations.map(({ requestBody }) => requestBody?.content[json]?.schema),
  [
    webhooks,
    operations.flatMap((operation) => successesOf(operation).map((status) => operation.responses[status]!.content)),
  ],
)
const notice = '# Generated from openapi.json by `npm run sdk`. Do not edit.'
const typing = 'TYPE_CHECKING, Any, Dict, List, Literal, Mapping, Optional, Sequence, TypedDict, Union'

const resources = resourceClasses(
  operations.map((operation, n) => ({ operation, entry: table[n]! })),
  types,
)
types.of({ $ref: '#/components/schemas/ValidationError' }, '', 'response')

write('../wattle_client/resources.py')`"""The operations of the API, by the record they are about."""

${notice}
from __future__ import annotations

from typing import ${typing.replace(' TypedDict,', '')}

from ._call import Call, Export, Pages, Resource, Text, part

if TYPE_CHECKING:
    from . import types


${resources}`

const received = webhookClasses()
write('../wattle_client/types.py')`"""The bodies of requests and responses, for type checkers and editors."""

${notice}
from __future__ import annotations

from typing import ${typing.replace(' Mapping,', '').replace(' Sequence,', '')}

if TYPE_CHECKING:
    from typing_extensions import NotRequired


${types.text()}

${received}`

write('../wattle_client/_version.py')`${notice}
VERSION = "${document.info.version}"
`

/** What webhooks receive: alike but for the type and its detail. */
function webhookClasses(): string {
  const classes = webhooks.map(({ type, schema }) => {
    const { detail, ...others } = schema.properties!.data!.properties!
    const name = `${pascal(type)}Webhook`
    types.of({ ...schema.properties!.data!, properties: others }, 'WebhookData', 'response')
    const data = `${name}Data`
    return {
      name,
      text: `class ${data}(WebhookData):
    detail: ${types.of(detail!, `${name}Detail`, 'response')}


class ${name}(TypedDict):
    type: Literal["${type}"]
    timestamp: str
    data: ${data}
`,
    }
  })
  return `${classes.map(({ text }) => text).join('\n\n')}

WebhookEvent = Union[
${classes.map(({ name }) => `    ${name},\n`).join('')}]
"""What a webhook receives. Its \`type\` tells which it is."""
`
}

function write(path: string) {
  return (strings: TemplateStringsArray, ...values: string[]) =>
    writeFileSync(at(path), String.raw({ raw: strings }, ...values))
}
