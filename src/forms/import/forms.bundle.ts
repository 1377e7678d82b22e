import { Type } from 'typebox'
import { instant } from '../../bundle/fields.ts'
import { section } from '../../bundle/section.ts'
import { closed, nullable, oneOf, text, visibleText } from '../../http/contract/schema.ts'
import { latest, shownExtras, versions } from './forms-children.ts'
import { checkForm } from './forms-rules.ts'
import { checkVersionsKept, freeKeys, verifyKeys } from './forms-verify.ts'
import { contentFields, description, tags } from './inlined.ts'

const version = () => Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** A form with what it was each time it was published. Shapes and rules are the builder's. */
export const forms = section({
  list: 'forms',
  table: 'form',
  fields: {
    name: visibleText(255),
    description,
    tags,
    published: Type.Optional(oneOf(['off', 'on'], { default: 'off' })),
    ...contentFields,
  },
  extras: {
    fields: {
      key: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,62}$',
          patternRule: 'must have 1 to 63 letters, digits and -, and begin with no -',
        }),
      ),
      version: Type.Optional(nullable(version())),
      published_at: Type.Optional(nullable(instant())),
    },
    nested: {
      versions: Type.Optional(
        Type.Array(
          Type.Object(
            {
              version: version(),
              name: Type.Optional(visibleText(255)),
              description,
              ...contentFields,
              published_at: instant(),
              by: Type.Optional(nullable(text(255))),
            },
            closed,
          ),
          { maxItems: 10_000 },
        ),
      ),
    },
    shown: shownExtras,
  },
  links: { 'settings.assignee_id': 'staff', 'versions[].settings.assignee_id': 'staff' },
  // Whoever publishes a form holds it; so that versions stand still, the rows are held.
  lookup: {
    table: 'bundle_form',
    columns: 'id bigint primary key',
    rows: `
     select id from form where org_id = $1 and id in (select id from bundle_row where list = 'forms')
     order by id for no key update`,
  },
  values: {
    key: `coalesce(sent.key, stored.key, left(replace(gen_random_uuid()::text, '-', ''), 16))`,
    version: latest('version'),
    published_at: `
      case when ${latest('version')} is not null then coalesce(
        sent.published_at, case when stored.version = ${latest('version')} then stored.published_at end, ${latest('published_at')}) end`,
  },
  check: checkForm,
  verify: verifyKeys,
  async before(tx, orgId, problems) {
    await checkVersionsKept(tx, orgId, problems)
    await freeKeys(tx, orgId)
  },
  children: [versions],
})
