interface Person {
  id: number
  updated_at: string
}

/** The numbers of some people in payroll and accounting. Examples of the API name the first ones. */
export function exampleExternalIds(staff: Person[], clients: Person[]) {
  const numbers = [
    ...staff.slice(0, 5).map(({ id, updated_at }) => ({
      ...{ system: 'payroll', external_id: `E-${String(id).padStart(4, '0')}`, staff_id: id, updated_at },
    })),
    // The second client has none, because an example gives it one.
    ...[clients[0]!, ...clients.slice(2, 5)].map(({ id, updated_at }) => ({
      ...{ system: 'xero', external_id: `C-${id}`, client_id: id, updated_at },
    })),
  ]
  return numbers.map(({ updated_at, ...row }, index) => ({ id: index + 1, ...row, created_at: updated_at, updated_at }))
}
