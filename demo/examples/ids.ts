/** The lower ids belong to the records that examples of the API name. The others are counted from here. */
export const firstId = {
  shift: 1001,
  appointment: 1001,
  task: 101,
  charge: 201,
  billable: 101,
  prospect: 101,
  submission: 101,
}
