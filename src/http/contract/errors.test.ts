import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asApiError } from './errors.ts'

test('a write for an organisation that was deleted meanwhile is a 401, as its next request', () => {
  const violation = Object.assign(new Error('violates foreign key constraint'), {
    ...{ code: '23503', statusCode: undefined, constraint: 'note_template_org_id_fkey' },
  })
  const error = asApiError(violation as never, 'Note template', true)
  assert.deepEqual([error?.kind, error?.message], ['Unauthenticated', 'Invalid or expired access token.'])
})
