// Generated from openapi.json by `npm run sdk`. Do not edit.
import type { Answer, Body, Call, CallOptions, List, ListOptions, NoInput, Query } from '../calls.ts'
import type { BillableBill, BillableVoid, BillablesSync, BusinessCreate, BusinessPatch, CalendarSet, ClientBulkCreate, ClientCreate, ClientPatch, DashboardCreate, DashboardPatch, ExternalIdPut, FormCreate, FormEdit, FormLinkCreate, FormSubmissionCreate, FormSubmissionPatch, InsightCreate, InsightPatch, NoteCreate, NotePatch, NoteTemplateCreate, NoteTemplatePatch, PriceImport, ProspectConvert, ProspectCreate, ProspectNoteCreate, ProspectOptionsEdit, ProspectPatch, SecretRotation, ShiftAttendanceCorrection, ShiftCancel, ShiftClocking, ShiftCreate, ShiftDelete, ShiftNoteCreate, ShiftPatch, ShiftPublish, ShiftRefs, ShiftRestore, SiteCreate, SitePatch, StaffCreate, StaffMove, StaffPatch, TaskChargeCreate, TaskChargePatch, TaskCreate, TaskDelete, TaskDocumentCreate, TaskNoteCreate, TaskPatch, WebhookCreate, WebhookPatch, WebhookReplay, WebhookTest } from './api.ts'

/** Every operation of the API by its name. */
export interface Resources {
  appointments: {
    /**
     * List appointments.
     *
     * Lists appointments in the order of their ids: one record for each client and staff member of a shift. Drafts, cancelled and deleted ones are included and marked. The shift endpoints return whole shifts.
     *
     * `GET /appointments`, needs roster=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only appointments after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.updated_since Only appointments updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.from Only appointments that end on or after this day, in the organisation’s time zone. Such as 2026-11-30.
     * @param input.to Only appointments that start on or before this day. Must not be before `from`. Such as 2026-11-30.
     */
    list(input: Omit<Query<'listAppointments'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List appointments.
     *
     * Lists appointments in the order of their ids: one record for each client and staff member of a shift. Drafts, cancelled and deleted ones are included and marked. The shift endpoints return whole shifts.
     *
     * `GET /appointments`, needs roster=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only appointments after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.updated_since Only appointments updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.from Only appointments that end on or after this day, in the organisation’s time zone. Such as 2026-11-30.
     * @param input.to Only appointments that start on or before this day. Must not be before `from`. Such as 2026-11-30.
     */
    list(input?: Omit<Query<'listAppointments'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listAppointments'>, Answer<'listAppointments'>['data'][number]>
  }
  billables: {
    /**
     * Invoice billables.
     *
     * Invoices pending billables. A billable that is not pending is reported and does not stop the others. From then on their tasks are billed: `can_edit` is false and they cannot be edited.
     *
     * | action | from | to |
     * |---|---|---|
     * | bill | pending | invoiced |
     * | void | invoiced | void |
     *
     * `POST /billables/bill`, needs finance=read-write.
     *
     * @param input.ids 1 to 50 billables
     * @param input.invoice_number The number of the invoice
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    bill(input: BillableBill, options?: CallOptions): Call<Answer<'billBillables'>>
    /**
     * List billables.
     *
     * Lists billables in the order of their ids. A billable must match all filters.
     *
     * `GET /billables`, needs finance=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only billables after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only billables with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.status Only billables with this status
     * @param input.client_id Only billables for this client
     * @param input.task_id Only billables of this task
     * @param input.invoice_number Only billables with exactly this invoice number, including void ones
     * @param input.from Only billables on or after this day. Such as 2026-11-30.
     * @param input.to Only billables on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.updated_since Only billables updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input: Omit<Query<'listBillables'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List billables.
     *
     * Lists billables in the order of their ids. A billable must match all filters.
     *
     * `GET /billables`, needs finance=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only billables after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only billables with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.status Only billables with this status
     * @param input.client_id Only billables for this client
     * @param input.task_id Only billables of this task
     * @param input.invoice_number Only billables with exactly this invoice number, including void ones
     * @param input.from Only billables on or after this day. Such as 2026-11-30.
     * @param input.to Only billables on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.updated_since Only billables updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input?: Omit<Query<'listBillables'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listBillables'>, Answer<'listBillables'>['data'][number]>
    /**
     * Create billables of completed tasks.
     *
     * Creates a pending billable for each charge of completed, billable tasks. Send task_ids, or from and to for all billable tasks of these days. A task that cannot be billed yet is reported with the reason and does not stop the others. The request can be repeated: a charge with a pending or invoiced billable gets no other one, and a charge whose billable is void gets a new one.
     *
     * `POST /tasks/sync-billables`, needs tasks=read-write.
     *
     * @param input.task_ids 1 to 50 tasks. Required unless from and to are sent.
     * @param input.from Only billable tasks, at most 1000, on or after this day. Such as 2026-11-30.
     * @param input.to Only billable tasks, at most 1000, on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.client_id With from and to: only tasks for this client
     * @param input.dry_run Validate only; nothing is stored. If not sent: `false`.
     */
    sync(input: BillablesSync, options?: CallOptions): Call<Answer<'syncBillables'>>
    /**
     * Void an invoiced billable.
     *
     * Makes an invoiced billable void, permanently. A billable that is not invoiced is rejected with 422. It keeps its invoice number. If no other billable of its task is invoiced, the task can be edited and synced again.
     *
     * `POST /billables/{id}/void`, needs finance=read-write.
     *
     * @param id Id of the record.
     * @param input.reason The reason. It is stored on the billable and in the event.
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    void(id: number, input: BillableVoid, options?: CallOptions): Call<Answer<'voidBillable'>>
  }
  businesses: {
    /**
     * Create a business location.
     *
     * Creates a business location. Its id is the business_id of new clients.
     *
     * `POST /businesses`, needs clients=read-write.
     */
    create(input: BusinessCreate, options?: CallOptions): Call<Answer<'createBusiness'>>
    /**
     * Delete a business location.
     *
     * Deletes a business location that has no clients. With clients it is a 422 with their number; archived clients count.
     *
     * `DELETE /businesses/{id}`, needs clients=read-write.
     *
     * @param id Id of the record.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteBusiness'>>
    /**
     * List business locations.
     *
     * Returns the business locations of the organisation, ordered by id.
     *
     * `GET /businesses`, needs clients=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only business locations after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     */
    list(input?: Query<'listBusinesses'>, options?: ListOptions): List<Answer<'listBusinesses'>, Answer<'listBusinesses'>['data'][number]>
    /**
     * Update a business location.
     *
     * Updates only the fields in the body; null clears the address. Its clients stay with it.
     *
     * `PATCH /businesses/{id}`, needs clients=read-write.
     *
     * @param id Id of the record.
     */
    update(id: number, input: BusinessPatch, options?: CallOptions): Call<Answer<'updateBusiness'>>
  }
  clients: {
    /**
     * Create a note about a client.
     *
     * Creates a general note. Its author is the calling connection and its source is api. By default its type is General and its date is today in the organisation’s timezone.
     *
     * `POST /clients/{client_id}/notes`, needs clients=read-write.
     *
     * @param clientId The client’s id
     * @param input.note_type If not sent: `General`.
     * @param input.date Today by default. Such as 2026-11-30.
     * @param input.template_id Id of a template; GET /note-templates lists them
     */
    addNote(clientId: number, input: NoteCreate, options?: CallOptions): Call<Answer<'createClientNote'>>
    /**
     * Archive a client.
     *
     * Sets the status to Archived; the record remains. Archiving an archived client changes nothing.
     *
     * `DELETE /clients/{id}`, needs clients=read-write.
     *
     * @param id Id of the record.
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    archive(id: number, input?: Query<'archiveClient'>, options?: CallOptions): Call<Answer<'archiveClient'>>
    /**
     * Create a client.
     *
     * Creates a client. language defaults to English and status to Active. An unknown field is a 422 that names it. Send an Idempotency-Key to retry safely.
     *
     * `POST /clients`, needs clients=read-write.
     *
     * @param input.business_id Id of a business location. GET /clients/options lists them.
     * @param input.language If not sent: `English`.
     * @param input.status If not sent: `Active`.
     */
    create(input: ClientCreate, options?: CallOptions): Call<Answer<'createClient'>>
    /**
     * Create up to 100 clients.
     *
     * Validates every row and reports its result. With on_error skip it creates the valid rows; with abort it creates none if any row is invalid. A row with the name of an existing client is created with a warning. The response is stored for GET /imports/{batch}.
     *
     * `POST /clients/bulk`, needs clients=read-write.
     *
     * @param input.on_error skip: create the valid rows. abort: create none if any row is invalid. If not sent: `skip`.
     * @param input.dry_run true validates everything and creates nothing. If not sent: `false`.
     */
    createInBulk(input: ClientBulkCreate, options?: CallOptions): Call<Answer<'createClientsInBulk'>>
    /**
     * Get a client.
     *
     * Returns a client by id, with any status.
     *
     * `GET /clients/{id}`, needs clients=read.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getClient'>>
    /**
     * List the options of a client’s fields.
     *
     * Returns the values that POST /clients and PATCH /clients/{id} accept. languages are suggestions: the field accepts any text.
     *
     * `GET /clients/options`, needs clients=read.
     */
    getOptions(input?: NoInput, options?: CallOptions): Call<Answer<'getClientOptions'>>
    /**
     * List clients.
     *
     * Returns clients ordered by id. Archived clients are included unless status is set.
     *
     * `GET /clients`, needs clients=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only clients after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only clients with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.status Only clients with this status.
     * @param input.client_type Only clients of this type.
     * @param input.updated_since Only clients updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.query Part of the name, case-insensitive.
     */
    list(input: Omit<Query<'listClients'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List clients.
     *
     * Returns clients ordered by id. Archived clients are included unless status is set.
     *
     * `GET /clients`, needs clients=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only clients after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only clients with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.status Only clients with this status.
     * @param input.client_type Only clients of this type.
     * @param input.updated_since Only clients updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.query Part of the name, case-insensitive.
     */
    list(input?: Omit<Query<'listClients'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listClients'>, Answer<'listClients'>['data'][number]>
    /**
     * List who has read a client.
     *
     * Returns which connections were shown the client in the last 400 days, newest first: by GET, by lists and exports, and by responses to changes. Notes, shifts, appointments, tasks and other records that name the client count too. Insights, webhooks and this log itself do not.
     *
     * An entry is there a few seconds after its request. Go on with `cursor` = `meta.next_cursor`.
     *
     * `GET /clients/{id}/access-log`, needs clients=read-write.
     *
     * @param id Id of the record.
     * @param input.from Only reads on or after this day or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.to Only reads on or before this day or instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.limit Maximum number of entries.
     * @param input.cursor `next_cursor` of the page before, with the same filter.
     */
    listAccess(id: number, input?: Query<'getClientAccessLog'>, options?: ListOptions): List<Answer<'getClientAccessLog'>, Answer<'getClientAccessLog'>['data'][number]>
    /**
     * List, search and filter a client’s notes.
     *
     * Lists general notes, notes of the client’s tasks and notes of the client’s shifts together, newest first: by date, then by id. Follow `next_cursor` until it is omitted. Notes that are created, edited or moved meanwhile never cause another note to be repeated or skipped. `total` counts all matches. A page has `limit` notes, or fewer if they have more than 1 MB together.
     *
     * Filters are combined from left to right, `and` before `or`. Text fields (`author`, `source`, `keyword` for title and text, `note_type`, `attachments`, `shift_cautions`, `employee`) take contains, does_not_contain, starts_with, ends_with, is, is_not, empty, not_empty; `date` takes is, on_or_after, on_or_before; `has_attachments` and `has_template` take is with true or false.
     *
     * `GET /clients/{client_id}/notes`, needs clients=read.
     *
     * @param clientId The client’s id
     * @param input.search Words, case-insensitive. Each must be the beginning of a word of the note, its title, its type or its author’s name.
     * @param input.filters Filters, as `filters[0][field]=note_type&filters[0][operator]=is&filters[0][value]=Phone+call` or as JSON text. Text is compared case-insensitively.
     * @param input.from Only notes on or after this day. Such as 2026-11-30.
     * @param input.to Only notes on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.limit Notes per page, 1 to 100
     * @param input.cursor `next_cursor` of the previous page, with the same search, filters and days
     */
    listNotes(clientId: number, input?: Query<'listClientNotes'>, options?: ListOptions): List<Answer<'listClientNotes'>, Answer<'listClientNotes'>['notes'][number]>
    /**
     * Update a client.
     *
     * Updates only the fields in the body; null clears a nullable field. status Archived archives the client, Active restores it. An update that changes nothing does not change updated_at.
     *
     * `PATCH /clients/{id}`, needs clients=read-write.
     *
     * @param id Id of the record.
     * @param input.business_id Id of a business location. GET /clients/options lists them.
     */
    update(id: number, input: ClientPatch, options?: CallOptions): Call<Answer<'updateClient'>>
  }
  dashboards: {
    /**
     * Create a dashboard.
     *
     * Creates a dashboard. Operations add its cards.
     *
     * Operations are applied in order and saved together: all of them, or none. Errors have the path of the field, such as `operations.2.position`. `card_id` is the id of a card, or the `key` of a card that an earlier operation of the request adds.
     *
     * The grid has 24 columns. A position must be within the grid, must not be smaller than the minimum size of the card, and must not overlap another card at the time of its operation. A card added without x and y takes the first free position of its size, row by row and from left to right, and moves no other card. A locked card cannot be moved: unlock it first, or in the same operation.
     *
     * If `auto_layout` is on, removing a card arranges the others, so that no gap remains. Turning it on arranges the cards at once; moving a card turns it off. To arrange the cards, each takes the first free position in reading order; locked cards stay. The operation `auto_layout` arranges the cards once and does not change the setting.
     *
     * | card | minimum size | default size |
     * |---|---|---|
     * | metric | 4×3 | 6×4 |
     * | text | 4×2 | 12×3 |
     * | table | 8×4 | 12×8 |
     * | other charts | 6×4 | 12×8 |
     *
     * `POST /reports/dashboards`, needs reports=read-write.
     *
     * @param input.space_id The space of the dashboard. null removes it from its space.
     * @param input.subfolder_id A subfolder of the space.
     * @param input.operations Operations on cards, applied in order: all of them or none. A dashboard has at most 60 cards.
     */
    create(input: DashboardCreate, options?: CallOptions): Call<Answer<'createDashboard'>>
    /**
     * Delete a dashboard.
     *
     * Deletes a dashboard with its cards, but not their insights. A protected dashboard is a 422.
     *
     * `DELETE /reports/dashboards/{id}`, needs reports=read-write.
     *
     * @param id Id of the record.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteDashboard'>>
    /**
     * Get a dashboard.
     *
     * Returns a dashboard with its cards. The results of its insights are in GET /reports/insights/{id}.
     *
     * `GET /reports/dashboards/{id}`, needs reports=read.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getDashboard'>>
    /**
     * List dashboards.
     *
     * Returns dashboards with their cards, newest first, 25 on a page by default and at most 50. All filters apply together.
     *
     * `GET /reports/dashboards`, needs reports=read.
     *
     * @param input.query Part of the name, case-insensitive.
     * @param input.space_id Only dashboards in this space.
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 50.
     */
    list(input?: Query<'listDashboards'>, options?: ListOptions): List<Answer<'listDashboards'>, Answer<'listDashboards'>['data'][number]>
    /**
     * Update a dashboard.
     *
     * Updates the fields of the body and leaves others unchanged. Operations change the cards; settings are merged into the stored ones before the operations are applied. A protected dashboard is a 422.
     *
     * Operations are applied in order and saved together: all of them, or none. Errors have the path of the field, such as `operations.2.position`. `card_id` is the id of a card, or the `key` of a card that an earlier operation of the request adds.
     *
     * The grid has 24 columns. A position must be within the grid, must not be smaller than the minimum size of the card, and must not overlap another card at the time of its operation. A card added without x and y takes the first free position of its size, row by row and from left to right, and moves no other card. A locked card cannot be moved: unlock it first, or in the same operation.
     *
     * If `auto_layout` is on, removing a card arranges the others, so that no gap remains. Turning it on arranges the cards at once; moving a card turns it off. To arrange the cards, each takes the first free position in reading order; locked cards stay. The operation `auto_layout` arranges the cards once and does not change the setting.
     *
     * | card | minimum size | default size |
     * |---|---|---|
     * | metric | 4×3 | 6×4 |
     * | text | 4×2 | 12×3 |
     * | table | 8×4 | 12×8 |
     * | other charts | 6×4 | 12×8 |
     *
     * `PATCH /reports/dashboards/{id}`, needs reports=read-write.
     *
     * @param id Id of the record.
     * @param input.space_id The space of the dashboard. null removes it from its space.
     * @param input.subfolder_id A subfolder of the space.
     * @param input.operations Operations on cards, applied in order: all of them or none. A dashboard has at most 60 cards.
     */
    update(id: number, input: DashboardPatch, options?: CallOptions): Call<Answer<'updateDashboard'>>
  }
  events: {
    /**
     * Get an event.
     *
     * Returns one event by its number. An event of an area that the token may not read is a 404.
     *
     * `GET /events/{id}`, needs valid token.
     *
     * @param id Number of the event.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getEvent'>>
    /**
     * List events.
     *
     * Returns what happened, in the order in which it became visible, oldest first. A token sees the events of the areas that it may read.
     *
     * Go on with `after` = `meta.next`. It is how far the request has looked, so it moves on when no event matches the filter; one request looks at up to 10,000 events. With `wait` a program learns of a change within a fraction of a second, without polling.
     *
     * Events are stored for 400 days unless the service is set otherwise. An `after` before the oldest one is a 422: read the records anew, then go on after `latest`. So is an `after` beyond the last event or another `feed`, which means that a backup was restored. Send `feed` with each request: after a restore new events may have numbers that you know already.
     *
     * `GET /events`, needs valid token.
     *
     * @param input.after Only events after this number; `oldest` for all that are stored, `latest` for new ones alone.
     * @param input.limit Maximum number of events.
     * @param input.types Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.
     * @param input.subject Only events of one record: `client:7`, `shift:a:4411`, `note:general:5`.
     * @param input.wait If there is no event yet, the response waits this many seconds for one. At most 2 requests of a token wait in each process of the service; others are answered at once.
     * @param input.feed The feed that `after` is from. Another one is a 422.
     */
    list(input?: Query<'listEvents'>, options?: ListOptions): List<Answer<'listEvents'>, Answer<'listEvents'>['data'][number]>
    /**
     * List event types.
     *
     * Returns every type of event with its meaning, its area, the schema of its detail and an example.
     *
     * `GET /events/types`, needs valid token.
     */
    listTypes(input?: NoInput, options?: ListOptions): List<Answer<'listEventTypes'>, Answer<'listEventTypes'>['data'][number]>
  }
  externalIds: {
    /**
     * Remove an external id.
     *
     * Removes an external id. Its record stays.
     *
     * `DELETE /external-ids/{system}/{type}/{external_id}`, needs type client: clients=read-write; type staff: staff=read-write; type site: sites=read-write; type shift: roster=read-write; type task: tasks=read-write; type prospect: prospects=read-write.
     *
     * @param system Short name of the other system, such as xero.
     * @param type Type of the record.
     * @param externalId Id of the record in the other system, with at most 255 characters. Percent-encoded in a path.
     */
    delete(system: string, type: string, externalId: string, input?: NoInput, options?: CallOptions): Call<Answer<'deleteExternalId'>>
    /**
     * Get an external id.
     *
     * Returns the record that has this id in the other system.
     *
     * `GET /external-ids/{system}/{type}/{external_id}`, needs type client: clients=read; type staff: staff=read; type site: sites=read; type shift: roster=read; type task: tasks=read; type prospect: prospects=read.
     *
     * @param system Short name of the other system, such as xero.
     * @param type Type of the record.
     * @param externalId Id of the record in the other system, with at most 255 characters. Percent-encoded in a path.
     */
    get(system: string, type: string, externalId: string, input?: NoInput, options?: CallOptions): Call<Answer<'getExternalId'>>
    /**
     * Find external ids.
     *
     * Finds the records of external ids, or the external ids of records, in one system and type. Send `external_ids` or `ids`, up to 100. Those that are not set are left out. The order is that of the external ids. An external id with a comma can be read by its own path only.
     *
     * `GET /external-ids`, needs type client: clients=read; type staff: staff=read; type site: sites=read; type shift: roster=read; type task: tasks=read; type prospect: prospects=read.
     *
     * @param input.system Short name of the other system, such as xero.
     * @param input.type Type of the record.
     * @param input.external_ids Ids in the other system.
     * @param input.ids Ids of records; refs of shifts.
     */
    list(input: Query<'listExternalIds'>, options?: ListOptions): List<Answer<'listExternalIds'>, Answer<'listExternalIds'>['data'][number]>
    /**
     * Set an external id.
     *
     * Sets the id that a record has in another system. In a system and type a record has one external id, and an external id has one record: this replaces what either of them had. It is a 201 if the external id was not set before, else a 200. An external id goes with its record when that is removed. A shift that was deleted after it had started keeps its external ids.
     *
     * `PUT /external-ids/{system}/{type}/{external_id}`, needs type client: clients=read-write; type staff: staff=read-write; type site: sites=read-write; type shift: roster=read-write; type task: tasks=read-write; type prospect: prospects=read-write.
     *
     * @param system Short name of the other system, such as xero.
     * @param type Type of the record.
     * @param externalId Id of the record in the other system, with at most 255 characters. Percent-encoded in a path.
     * @param input.id Id of the record, such as 106; for a shift its ref, such as a:801.
     */
    set(system: string, type: string, externalId: string, input: ExternalIdPut, options?: CallOptions): Call<Answer<'putExternalId'>>
  }
  formSubmissions: {
    /**
     * Get a form submission.
     *
     * Returns a submission with its answers and its history. Labels are those of the form when it was answered. For a form set up for incidents, `incident` has the severity, the time and the affected client.
     *
     * `GET /form-submissions/{id}`, needs forms=read.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getFormSubmission'>>
    /**
     * List form submissions.
     *
     * Returns a page of form submissions, newest first. Multiple filters must all match. Answers are only in GET /form-submissions/{id}.
     *
     * `GET /form-submissions`, needs forms=read.
     *
     * @param input.form_id Only submissions of this form
     * @param input.status Only submissions with exactly this status, ignoring case: Submitted, In review, Approved, Changes requested, Closed, Archived
     * @param input.type Only submissions of this type
     * @param input.submitter Only submissions whose submitter has this text in the name or email address, ignoring case
     * @param input.from Only submissions on or after this day. Such as 2026-11-30.
     * @param input.to Only submissions on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.updated_since Only submissions updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 50; with `after_id` 1 to 100.
     * @param input.after_id Only submissions after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only submissions with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     */
    list(input: Omit<Query<'listFormSubmissions'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List form submissions.
     *
     * Returns a page of form submissions, newest first. Multiple filters must all match. Answers are only in GET /form-submissions/{id}.
     *
     * `GET /form-submissions`, needs forms=read.
     *
     * @param input.form_id Only submissions of this form
     * @param input.status Only submissions with exactly this status, ignoring case: Submitted, In review, Approved, Changes requested, Closed, Archived
     * @param input.type Only submissions of this type
     * @param input.submitter Only submissions whose submitter has this text in the name or email address, ignoring case
     * @param input.from Only submissions on or after this day. Such as 2026-11-30.
     * @param input.to Only submissions on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.updated_since Only submissions updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 50; with `after_id` 1 to 100.
     * @param input.after_id Only submissions after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only submissions with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     */
    list(input?: Omit<Query<'listFormSubmissions'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listFormSubmissions'>, Answer<'listFormSubmissions'>['data'][number]>
    /**
     * Update a form submission.
     *
     * Changes the status, adds a note, or both. Each change adds an entry to the history. Allowed moves: Submitted → In review or Archived; In review → Approved or Changes requested or Archived; Approved → Closed or Archived; Changes requested → Closed or Archived; Closed → Archived. Any other move is a 422 that lists the allowed ones. The notes of one history have at most 256 KB together, each counted with 100 bytes more.
     *
     * `PATCH /form-submissions/{id}`, needs forms=read-write.
     *
     * @param id Id of the record.
     * @param input.note Added to the history, with or without a new status
     */
    update(id: number, input: FormSubmissionPatch, options?: CallOptions): Call<Answer<'updateFormSubmission'>>
  }
  forms: {
    /**
     * Create a form.
     *
     * Creates a draft. Submissions are assigned to the organisation’s owner unless `settings.assignee_id` is set.
     *
     * A condition can only use fields that come before it: those of earlier steps, and those before it in its own step; `routing` can use all fields of its own step. `go_to` and `otherwise` lead to a later step, or to `submit`, the end of the form.
     *
     * Missing keys are made from labels and titles, and are unique. `notes` lists adjustments. `issues` lists what must be fixed before the form can be published; issues prevent nothing else. They are: a condition, rule, mapping or setting that names an unknown field, step or option (`dangling_reference`), a key used twice (`duplicate_key`), a step that cannot be reached (`unreachable_step`), a choice without options (`missing_options`), a prospect mapping without names or a prefill without a client field (`missing_mapping`), and a form without fields to answer (`empty_form`).
     *
     * | type | operators of conditions | validation |
     * |---|---|---|
     * | text, textarea, email, phone, address | `contains`, `does_not_contain`, `starts_with`, `ends_with`, `is`, `is_not`, `empty`, `not_empty` | `min_length`, `max_length`, `pattern` |
     * | number | `is`, `is_not`, `greater_than`, `less_than`, `empty`, `not_empty` | `min`, `max` |
     * | date, time, datetime | `is`, `is_not`, `on_or_after`, `on_or_before`, `greater_than`, `less_than`, `empty`, `not_empty` | `min`, `max` |
     * | select, radio | `contains`, `does_not_contain`, `starts_with`, `ends_with`, `is`, `is_not`, `includes_any`, `empty`, `not_empty` | none |
     * | multiselect, checklist | `contains`, `does_not_contain`, `includes_any`, `includes_all`, `empty`, `not_empty` | `min`, `max` |
     * | yes_no | `is`, `is_not`, `empty`, `not_empty` | none |
     * | rating | `is`, `is_not`, `greater_than`, `less_than`, `empty`, `not_empty` | `max` |
     * | signature, client, staff | `empty`, `not_empty` | none |
     * | heading, paragraph | none | none |
     *
     * `POST /forms`, needs forms=read-write.
     *
     * @param input.tags Names, or objects with name and color
     * @param input.steps In order. One empty step if omitted.
     * @param input.incident Makes submissions incidents. Null removes it.
     * @param input.prospect Creates a prospect from each submission. Null removes it.
     * @param input.client_prefill Prefills fields from the record of the client that another field names. Null removes it.
     */
    create(input: FormCreate, options?: CallOptions): Call<Answer<'createForm'>>
    /**
     * Make a link to a form for one client.
     *
     * Creates a link to the page of a published form with `client_prefill`. The page then shows the client’s name and the prefilled fields, and its submissions are about that client. The link expires after 14 days by default. Anyone who has the link can use it: send it only to the client or those who act for them.
     *
     * `POST /forms/{id}/links`, needs forms=read-write, clients=read.
     *
     * @param id Id of the record.
     * @param input.client_id Id of the client whose record prefills the form
     * @param input.expires_in_days Days until the link expires. If not sent: `14`.
     */
    createLink(id: number, input: FormLinkCreate, options?: CallOptions): Call<Answer<'createFormLink'>>
    /**
     * Create a form submission.
     *
     * Submits answers to a published form, as its page does. Answers are checked against the version that is published now: an unknown key, a missing or an invalid answer is a 422 under `answers.<key>`. Answers to fields that the other answers hide are dropped and listed in `ignored`. A form that is off or past its closing time is a 422.
     *
     * Text is trimmed. Dates are YYYY-MM-DD, times HH:MM, both together YYYY-MM-DD HH:MM:SS. A client or staff member is an id or a name; a name that exactly one active person has is resolved to that person. If the form has `client_prefill` and the client is an id, fields without an answer are filled in from the client's record.
     *
     * If `submitter` is omitted, it is the answer to `settings.submitter_field`. A form without that setting takes it from other answers: from `your_name`, `your_first_name` and `your_last_name`, or `submitter`; then from the fields mapped to a prospect's names; then from `name` or `full_name`; then from `first_name` and `last_name`. `email` likewise: from `your_email`, then the field mapped to a prospect's email, then the first answered field of type email. The assignee is the one in the form's settings, otherwise the organisation's owner. A form set up for prospects also creates a prospect: a stage that no longer exists becomes New, a text that is too long is cut, a value that does not fit its field is left out, and a missing name becomes Unknown.
     *
     * `POST /forms/{id}/submissions`, needs forms=read-write.
     *
     * @param id Id of the record.
     * @param input.answers Answers by the keys of the fields
     * @param input.submitter Name of the submitter. Taken from the answers if omitted.
     * @param input.email Email address of the submitter. Taken from the answers if omitted.
     * @param input.note_ref Ref of the note that the submission belongs to
     */
    createSubmission(id: number, input: FormSubmissionCreate, options?: CallOptions): Call<Answer<'createFormSubmission'>>
    /**
     * Update a form.
     *
     * Applies operations in order, all of them or none: `rename`, `set_description`, `set_tags`, `set_address`, `update_settings`, `set_incident`, `set_prospect`, `set_client_prefill`, `add_step`, `update_step`, `move_step`, `remove_step`, `add_field`, `update_field`, `move_field`, `remove_field`. `step` and `field` are keys, `position` counts from 0. Errors have the path of their operation, such as `operations.2.field.options`. References between parts are checked after all operations, so that a later operation can repair what an earlier one breaks. The page keeps showing the version that was published last.
     *
     * `set_address` gives the page a readable URL, at once and for all versions. An address is unique in the organisation: one that another form has or had is a 422. The page stays at every earlier address and at its first URL. Null makes that first URL the current one again.
     *
     * If `update_field` changes the `key`, conditions, mappings and settings that name the field follow. Removing a part that others name causes an issue, not an error.
     *
     * A condition can only use fields that come before it: those of earlier steps, and those before it in its own step; `routing` can use all fields of its own step. `go_to` and `otherwise` lead to a later step, or to `submit`, the end of the form.
     *
     * Missing keys are made from labels and titles, and are unique. `notes` lists adjustments. `issues` lists what must be fixed before the form can be published; issues prevent nothing else. They are: a condition, rule, mapping or setting that names an unknown field, step or option (`dangling_reference`), a key used twice (`duplicate_key`), a step that cannot be reached (`unreachable_step`), a choice without options (`missing_options`), a prospect mapping without names or a prefill without a client field (`missing_mapping`), and a form without fields to answer (`empty_form`). POST /forms has a table of what each type of field supports.
     *
     * `PATCH /forms/{id}`, needs forms=read-write.
     *
     * @param id Id of the record.
     * @param input.operations Applied in order, all of them or none
     * @param input.dry_run Check everything and write nothing. If not sent: `false`.
     */
    edit(id: number, input: FormEdit, options?: CallOptions): Call<Answer<'editForm'>>
    /**
     * Get a form.
     *
     * Returns the current draft of a form. Its page shows the version that was published last.
     *
     * `GET /forms/{id}`, needs forms=read.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getForm'>>
    /**
     * List forms.
     *
     * Returns a page of complete forms, ordered by id. Multiple filters must all match.
     *
     * `GET /forms`, needs forms=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 50.
     * @param input.after_id Only forms after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.query Only forms with this text in the name, ignoring case
     * @param input.published Whether people can open the form
     * @param input.updated_since Only forms updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input?: Query<'listForms'>, options?: ListOptions): List<Answer<'listForms'>, Answer<'listForms'>['data'][number]>
    /**
     * Publish a form.
     *
     * Freezes the draft as the next version and opens it at `url`. If nothing has changed since the latest version, that version is opened again or stays open. A form with issues is a 422 that lists them. The body may be omitted.
     *
     * `POST /forms/{id}/publish`, needs forms=read-write.
     *
     * @param id Id of the record.
     */
    publish(id: number, input?: Body<'publishForm'>, options?: CallOptions): Call<Answer<'publishForm'>>
    /**
     * Unpublish a form.
     *
     * Closes the form. It keeps its URL and its submissions. Forms cannot be deleted, because their submissions would be lost. The body may be omitted.
     *
     * `POST /forms/{id}/unpublish`, needs forms=read-write.
     *
     * @param id Id of the record.
     */
    unpublish(id: number, input?: Body<'unpublishForm'>, options?: CallOptions): Call<Answer<'unpublishForm'>>
  }
  imports: {
    /**
     * Get a bulk import.
     *
     * Returns the response of an earlier POST /clients/bulk by its batch id.
     *
     * `GET /imports/{batch}`, needs clients=read.
     *
     * @param batch The batch of the bulk response.
     */
    get(batch: string, input?: NoInput, options?: CallOptions): Call<Answer<'getImport'>>
  }
  insights: {
    /**
     * Create an insight.
     *
     * Creates an insight from a spec. The spec is validated against what GET /reports/options lists for the token. The response has all errors at once, each under `spec.<key>`.
     *
     * `POST /reports/insights`, needs reports=read-write.
     *
     * @param input.space_id The space of the insight. null removes it from its space.
     * @param input.subfolder_id A subfolder of the space. A new space_id without it resets it to null.
     */
    create(input: InsightCreate, options?: CallOptions): Call<Answer<'createInsight'>>
    /**
     * Delete an insight.
     *
     * Deletes an insight and removes its cards from dashboards; dashboards with auto_layout close the gaps. An insight that is protected, or is on a protected dashboard, is a 422.
     *
     * `DELETE /reports/insights/{id}`, needs reports=read-write.
     *
     * @param id Id of the record.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteInsight'>>
    /**
     * Get an insight.
     *
     * Returns an insight with its current results, in the organisation’s time zone. If the token cannot read an area that the insight uses, results is null and results_message says why.
     *
     * `GET /reports/insights/{id}`, needs reports=read.
     *
     * @param id Id of the record.
     * @param input.results Whether to compute the results.
     */
    get(id: number, input?: Query<'getInsight'>, options?: CallOptions): Call<Answer<'getInsight'>>
    /**
     * Get the results of an insight.
     *
     * Returns the current results of an insight, as JSON or as a CSV file. If the token cannot read an area that the insight uses, the response is a 403 whose X-Required-Access header names the required areas. An insight that takes longer than 10 seconds is a 422. If too many reports are waiting, the response is a 503 with Retry-After.
     *
     * `GET /reports/insights/{id}/results`, needs reports=read.
     *
     * @param id Id of the record.
     * @param input.format csv is RFC 4180: a header line with the labels, then one line for each row.
     */
    getResults(id: number, input: Omit<Query<'getInsightResults'>, 'format'> & { format: 'csv' }, options?: CallOptions): Call<string>
    /**
     * Get the results of an insight.
     *
     * Returns the current results of an insight, as JSON or as a CSV file. If the token cannot read an area that the insight uses, the response is a 403 whose X-Required-Access header names the required areas. An insight that takes longer than 10 seconds is a 422. If too many reports are waiting, the response is a 503 with Retry-After.
     *
     * `GET /reports/insights/{id}/results`, needs reports=read.
     *
     * @param id Id of the record.
     * @param input.format csv is RFC 4180: a header line with the labels, then one line for each row.
     */
    getResults(id: number, input?: Omit<Query<'getInsightResults'>, 'format'> & { format?: 'json' }, options?: CallOptions): Call<Answer<'getInsightResults'>>
    /**
     * List insights.
     *
     * Returns insights, newest first; those created at the same time are sorted by id, highest first. All filters apply together.
     *
     * `GET /reports/insights`, needs reports=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.query Part of the name, case-insensitive.
     * @param input.space_id Only insights in this space.
     */
    list(input?: Query<'listInsights'>, options?: ListOptions): List<Answer<'listInsights'>, Answer<'listInsights'>['data'][number]>
    /**
     * Update an insight.
     *
     * Updates the fields of the body and leaves others unchanged. The spec is merged into the stored one key by key; another source resets metric, group_by, breakdown_by, filters and formula. The spec is validated against what GET /reports/options lists for the token. The response has all errors at once, each under `spec.<key>`. A protected insight is a 422.
     *
     * `PATCH /reports/insights/{id}`, needs reports=read-write.
     *
     * @param id Id of the record.
     * @param input.space_id The space of the insight. null removes it from its space.
     * @param input.subfolder_id A subfolder of the space. A new space_id without it resets it to null.
     */
    update(id: number, input: InsightPatch, options?: CallOptions): Call<Answer<'updateInsight'>>
  }
  me: {
    /**
     * Get the access of this token.
     *
     * Returns the organisation, the connection, the level for each area and the expiry of the token in the request.
     *
     * `GET /me`, needs valid token.
     */
    get(input?: NoInput, options?: CallOptions): Call<Answer<'getMe'>>
  }
  noteTemplates: {
    /**
     * Create a note template.
     *
     * Creates a template. A note with this template has answers to its questions, by their keys.
     *
     * `POST /note-templates`, needs clients=read-write.
     *
     * @param input.questions The questions. If there are none, a note can have any answers.
     */
    create(input: NoteTemplateCreate, options?: CallOptions): Call<Answer<'createNoteTemplate'>>
    /**
     * Delete a note template.
     *
     * The template is no longer offered. Notes that have it keep its name and their answers.
     *
     * `DELETE /note-templates/{id}`, needs clients=read-write.
     *
     * @param id Id of the record.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteNoteTemplate'>>
    /**
     * List note templates.
     *
     * Lists the templates for a note’s `template_id`, with their questions.
     *
     * `GET /note-templates`, needs clients=read.
     */
    list(input?: NoInput, options?: ListOptions): List<Answer<'listNoteTemplates'>, Answer<'listNoteTemplates'>['data'][number]>
    /**
     * Update a note template.
     *
     * Updates only the fields in the body; questions replace all of them. Existing notes keep their answers and labels.
     *
     * `PATCH /note-templates/{id}`, needs clients=read-write.
     *
     * @param id Id of the record.
     * @param input.questions The questions. If there are none, a note can have any answers.
     */
    update(id: number, input: NoteTemplatePatch, options?: CallOptions): Call<Answer<'updateNoteTemplate'>>
  }
  notes: {
    /**
     * Get a note.
     *
     * Returns a note by its ref, including a note of a task without a client.
     *
     * `GET /notes/{ref}`, needs clients=read.
     *
     * @param ref A note’s ref, such as general:70
     */
    get(ref: string, input?: NoInput, options?: CallOptions): Call<Answer<'getNote'>>
    /**
     * List the notes of all clients.
     *
     * Lists the notes that GET /clients/{client_id}/notes has, for all clients: general notes, notes of tasks and notes of shifts. They are in the order of their last change, each with its clients. A note has also changed when its task or shift gets other clients. Ids repeat across kinds: a note is known by its `ref`. Follow `next_cursor` until it is null. A note that changes meanwhile comes again at the end, and causes no other note to be repeated or skipped. A page has `limit` notes, or fewer if they have more than 1 MB together or many others belong to no client: read on until `next_cursor` is null.
     *
     * `GET /notes`, needs clients=read.
     *
     * @param input.updated_since Only notes updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.limit Notes per page, 1 to 100
     * @param input.cursor `next_cursor` of the previous page, with the same updated_since
     */
    list(input?: Query<'listNotes'>, options?: ListOptions): List<Answer<'listNotes'>, Answer<'listNotes'>['data'][number]>
    /**
     * List the revisions of a note.
     *
     * Lists the earlier versions of a note, oldest first. A note that was never edited has none.
     *
     * `GET /notes/{ref}/revisions`, needs clients=read.
     *
     * @param ref A note’s ref, such as general:70
     */
    listRevisions(ref: string, input?: NoInput, options?: ListOptions): List<Answer<'listNoteRevisions'>, Answer<'listNoteRevisions'>['data'][number]>
    /**
     * Update a note.
     *
     * Updates only the fields in the body, and stores the earlier state as a revision if a value changes. A note of a shift is rejected with 422: edit it on the shift. The notes of one task have at most 256 KB together, each counted with 100 bytes more.
     *
     * `PATCH /notes/{ref}`, needs clients=read-write.
     *
     * @param ref A note’s ref, such as general:70
     * @param input.date Such as 2026-11-30.
     * @param input.template_id Id of a template; GET /note-templates lists them
     */
    update(ref: string, input: NotePatch, options?: CallOptions): Call<Answer<'updateNote'>>
  }
  organisation: {
    /**
     * Get the organisation.
     *
     * Returns the organisation of the token, its time zone with the current date there, and how many requests a token may send.
     *
     * `GET /organisation`, needs valid token.
     */
    get(input?: NoInput, options?: CallOptions): Call<Answer<'getOrganisation'>>
  }
  priceCodes: {
    /**
     * Import a price list.
     *
     * Creates and updates up to 200 price codes; nothing is deleted. A row with the code, funding_type and effective_from of a stored one updates it. A code has at most 100 prices. A price without effective_to ends the day before the next price of its code begins, also when that one is imported later. Charges of open tasks whose price has ended take the new one; billed tasks keep theirs.
     *
     * `POST /price-codes/import`, needs finance=read-write.
     *
     * @param input.dry_run true validates everything and stores nothing.
     */
    import(input: PriceImport, options?: CallOptions): Call<Answer<'importPriceCodes'>>
    /**
     * List price codes.
     *
     * Lists price codes in the order of their ids. A price code must match all filters. A code whose price changed has one record for each period, with its own id and days: filter by `date` for the one in effect.
     *
     * `GET /price-codes`, needs tasks=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only price codes after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.client_id Only codes for this client: those for its client_type and those for all
     * @param input.query Part of the code or the name, case-insensitive
     * @param input.date Only codes in effect on this day. Such as 2026-11-30.
     * @param input.updated_since Only price codes updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input: Omit<Query<'listPriceCodes'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List price codes.
     *
     * Lists price codes in the order of their ids. A price code must match all filters. A code whose price changed has one record for each period, with its own id and days: filter by `date` for the one in effect.
     *
     * `GET /price-codes`, needs tasks=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only price codes after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.client_id Only codes for this client: those for its client_type and those for all
     * @param input.query Part of the code or the name, case-insensitive
     * @param input.date Only codes in effect on this day. Such as 2026-11-30.
     * @param input.updated_since Only price codes updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input?: Omit<Query<'listPriceCodes'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listPriceCodes'>, Answer<'listPriceCodes'>['data'][number]>
  }
  prospects: {
    /**
     * Add a note to a prospect.
     *
     * Adds a note about a call, a visit or an email. Its type is General by default.
     *
     * `POST /prospects/{id}/notes`, needs prospects=read-write.
     *
     * @param id Id of the record.
     * @param input.note_type Any text, such as Phone call. If not sent: `General`.
     */
    addNote(id: number, input: ProspectNoteCreate, options?: CallOptions): Call<Answer<'addProspectNote'>>
    /**
     * Convert a prospect to a client.
     *
     * Creates a client from the prospect (both names; the suburb as address; email and phone as primary contact), or links the client that `link_client_id` names. The prospect moves to the first stage of category won, unless it is already in one, and its stage is fixed from then on. Converting again returns the same response and changes nothing.
     *
     * A prospect with the name, the email address or the last nine digits of the phone number of a client is a 422 whose `duplicates` lists up to 10 of them: send `link_client_id` to link one, or `allow_duplicate: true` to create another.
     *
     * A dry run returns the prospect as it would be. If a client would be created, `created` and `client_id` are null.
     *
     * `POST /prospects/{id}/convert`, needs prospects=read-write, clients=read-write.
     *
     * @param id Id of the record.
     * @param input.client_type Type of the new client. Required unless `link_client_id` is sent.
     * @param input.business_id Id of the new client’s business location. GET /clients/options lists them. Required unless `link_client_id` is sent.
     * @param input.link_client_id Id of an existing client to link. No client is created.
     * @param input.allow_duplicate Create a client even if the prospect matches an existing one. If not sent: `false`.
     * @param input.dry_run Check everything and write nothing. If not sent: `false`.
     */
    convert(id: number, input: ProspectConvert, options?: CallOptions): Call<Answer<'convertProspect'>>
    /**
     * Create a prospect.
     *
     * Creates a prospect. Only the first and last name are required. By default the stage is New and the date of lead is today. A stage, consultant, attribute or option that GET /prospects/options does not list is a 422 that lists the existing ones.
     *
     * `POST /prospects`, needs prospects=read-write.
     *
     * @param input.date_of_lead Day of the first contact. Today if omitted, null for none. Such as 2026-11-30.
     * @param input.stage New, or another stage that GET /prospects/options lists. If not sent: `New`.
     * @param input.tags All tags. Replaces the stored ones.
     * @param input.source Any text. GET /prospects/options has suggestions.
     * @param input.consultant A name that GET /prospects/options lists
     * @param input.followup_date Day of the next contact. Null clears it. Such as 2026-11-30.
     * @param input.initial_comments Comments from the first contact. Use notes for later ones.
     * @param input.attributes Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Omitted keys stay. Null clears a key.
     */
    create(input: ProspectCreate, options?: CallOptions): Call<Answer<'createProspect'>>
    /**
     * Change the options of a prospect’s fields.
     *
     * Applies operations in order, all or none. Prospects follow a renamed option, and so do forms that create prospects. Removing an option that prospects have is a 422 with their number, unless replace_with names another. New is always the first stage. A prospect that gets another option has an event of its own.
     *
     * `PATCH /prospects/options`, needs prospects=read-write.
     *
     * @param input.dry_run true checks everything and changes nothing.
     */
    editOptions(input: ProspectOptionsEdit, options?: CallOptions): Call<Answer<'editProspectOptions'>>
    /**
     * Get a prospect.
     *
     * Returns a prospect, converted or not.
     *
     * `GET /prospects/{id}`, needs prospects=read.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getProspect'>>
    /**
     * List the options of a prospect’s fields.
     *
     * Returns the allowed values of a prospect’s fields, which PATCH /prospects/options changes. A new organisation has the stages New, Contacted, Qualified, Won and Lost.
     *
     * `GET /prospects/options`, needs prospects=read.
     */
    getOptions(input?: NoInput, options?: CallOptions): Call<Answer<'getProspectOptions'>>
    /**
     * List prospects.
     *
     * Returns a page of prospects, ordered by id, converted ones included. Multiple filters must all match.
     *
     * `GET /prospects`, needs prospects=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only prospects after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only prospects with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.query Only prospects with this text in the name, email or phone, ignoring case
     * @param input.stage Only prospects in this stage
     * @param input.consultant Only prospects of this consultant
     * @param input.source Only prospects with exactly this source
     * @param input.from Only prospects with a date_of_lead on or after this day. Such as 2026-11-30.
     * @param input.to Only prospects with a date_of_lead on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.updated_since Only prospects updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input: Omit<Query<'listProspects'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List prospects.
     *
     * Returns a page of prospects, ordered by id, converted ones included. Multiple filters must all match.
     *
     * `GET /prospects`, needs prospects=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only prospects after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only prospects with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.query Only prospects with this text in the name, email or phone, ignoring case
     * @param input.stage Only prospects in this stage
     * @param input.consultant Only prospects of this consultant
     * @param input.source Only prospects with exactly this source
     * @param input.from Only prospects with a date_of_lead on or after this day. Such as 2026-11-30.
     * @param input.to Only prospects with a date_of_lead on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.updated_since Only prospects updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input?: Omit<Query<'listProspects'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listProspects'>, Answer<'listProspects'>['data'][number]>
    /**
     * List the notes of a prospect.
     *
     * Returns a page of the prospect’s notes, oldest first.
     *
     * `GET /prospects/{id}/notes`, needs prospects=read.
     *
     * @param id Id of the record.
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     */
    listNotes(id: number, input?: Query<'listProspectNotes'>, options?: ListOptions): List<Answer<'listProspectNotes'>, Answer<'listProspectNotes'>['data'][number]>
    /**
     * List the stages of a prospect.
     *
     * Returns every stage of the prospect, from the one it was created in to the current one.
     *
     * `GET /prospects/{id}/stage-history`, needs prospects=read.
     *
     * @param id Id of the record.
     */
    listStageHistory(id: number, input?: NoInput, options?: ListOptions): List<Answer<'getProspectStageHistory'>, Answer<'getProspectStageHistory'>['data'][number]>
    /**
     * Update a prospect.
     *
     * Changes the fields in the body, and within `attributes` the keys in the body. Omitted ones stay; null clears a field that may be empty. Attributes have at most 64 KB together. An empty body is a 422 'Provide something to change.' The stage of a converted prospect is fixed. A stage, consultant, attribute or option that GET /prospects/options does not list is a 422 that lists the existing ones.
     *
     * `PATCH /prospects/{id}`, needs prospects=read-write.
     *
     * @param id Id of the record.
     * @param input.date_of_lead Day of the first contact. Such as 2026-11-30.
     * @param input.stage New, or another stage that GET /prospects/options lists
     * @param input.tags All tags. Replaces the stored ones.
     * @param input.source Any text. GET /prospects/options has suggestions.
     * @param input.consultant A name that GET /prospects/options lists
     * @param input.followup_date Day of the next contact. Null clears it. Such as 2026-11-30.
     * @param input.initial_comments Comments from the first contact. Use notes for later ones.
     * @param input.attributes Values by the keys that GET /prospects/options lists; lists for multiselect and checklist. Omitted keys stay. Null clears a key.
     */
    update(id: number, input: ProspectPatch, options?: CallOptions): Call<Answer<'updateProspect'>>
  }
  reports: {
    /**
     * Get the options of insights.
     *
     * Returns everything a spec can use: sources with their metrics, groups and filters, and the values of its other keys. The schema InsightSpecSent has the types and limits of the keys. Sources, metrics, groups and filters of areas that the token cannot read are not listed and cannot be used.
     *
     * `GET /reports/options`, needs reports=read.
     *
     * @param input.source Only this source.
     */
    getOptions(input?: Query<'getReportOptions'>, options?: CallOptions): Call<Answer<'getReportOptions'>>
  }
  shifts: {
    /**
     * Add a note to a shift.
     *
     * Adds a note to a shift in any status, or to one of its segments. The notes of one shift have at most 256 KB together, each counted with 100 bytes more.
     *
     * `POST /shifts/{ref}/notes`, needs roster=read-write.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     * @param input.staff_id Author of the note.
     * @param input.segment_id Segment of the shift that the note is about.
     */
    addNote(ref: string, input: ShiftNoteCreate, options?: CallOptions): Call<Answer<'addShiftNote'>>
    /**
     * Cancel a shift.
     *
     * Cancels a draft or scheduled shift. short_notice is true if the shift starts in less than 7 days. this_and_following also cancels the later shifts of the series and ends it.
     *
     * `POST /shifts/{ref}/cancel`, needs roster=read-write.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     * @param input.charge_client Whether the client is charged. Default: true if the client cancels at short notice.
     * @param input.scope this_and_following includes the later shifts of the series. If not sent: `this`.
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    cancel(ref: string, input: ShiftCancel, options?: CallOptions): Call<Answer<'cancelShift'>>
    /**
     * Clock staff in.
     *
     * Clocks staff in to a published shift at the current time, all of them or none. A staff member who is already clocked in is a 422 with "<name> is already clocked in.". Until the end of the shift this is also possible after the others have clocked out: a completed shift is then started again.
     *
     * `POST /shifts/{ref}/clock-in`, needs roster=read-write.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     * @param input.staff_ids Staff of the shift.
     */
    clockIn(ref: string, input: ShiftClocking, options?: CallOptions): Call<Answer<'clockIn'>>
    /**
     * Clock staff out.
     *
     * Clocks staff out at the current time, all of them or none. When the last one clocks out, the shift is completed. A staff member who has clocked out cannot clock in again; PUT /shifts/{ref}/attendance corrects that.
     *
     * `POST /shifts/{ref}/clock-out`, needs roster=read-write.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     * @param input.staff_ids Staff of the shift.
     */
    clockOut(ref: string, input: ShiftClocking, options?: CallOptions): Call<Answer<'clockOut'>>
    /**
     * Enter or correct clock times.
     *
     * Enters, corrects or clears the clock times of one staff member. A time that is not sent stays; null clears it. The shift must be scheduled, started or completed.
     *
     * check_out needs a check_in that is not later. A new time must not be in the future. It must be at most 24 hours before the start or after the end of the shift. A local time that occurs twice, when the clocks go back, is a 422 with both instants: send one of them.
     *
     * The status follows as if the staff member had clocked: scheduled without times, started while one is in, completed when all who came have left. The event records the old times, the new times and the reason.
     *
     * `PUT /shifts/{ref}/attendance`, needs roster=read-write.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     * @param input.staff_id A staff member of the shift.
     * @param input.check_in Clock-in. A local time that occurs twice is rejected; send an instant. null clears the time. Such as 2026-11-30 09:15:00 or 2026-11-30T09:15:00Z.
     * @param input.check_out Clock-out. A local time that occurs twice is rejected; send an instant. null clears the time. Such as 2026-11-30 09:15:00 or 2026-11-30T09:15:00Z.
     * @param input.reason Reason for the correction. The event records it.
     */
    correctAttendance(ref: string, input: ShiftAttendanceCorrection, options?: CallOptions): Call<Answer<'correctAttendance'>>
    /**
     * Create a shift.
     *
     * Creates a draft, or with publish a scheduled shift. With recurrence it is the first shift of a series. The shifts of the next 12 weeks are created at once, the later ones day by day. A blocking conflict is a 422 that lists the first 100 conflicts, unless override_conflicts and override_reason accept it.
     *
     * The status of a shift decides which actions are allowed:
     *
     * | action | from | to |
     * |---|---|---|
     * | edit | draft, scheduled, started | the same |
     * | publish | draft | scheduled |
     * | unpublish | scheduled | draft |
     * | clock in | scheduled, started, completed until its end | started |
     * | clock out | started | completed when the last is out |
     * | correct attendance | scheduled, started, completed | scheduled, started or completed, as if clocked |
     * | cancel | draft, scheduled | cancelled |
     * | restore | cancelled | scheduled |
     * | remove | draft, scheduled | removed |
     * | soft delete | started, completed, cancelled | deleted |
     *
     * `POST /shifts`, needs roster=read-write.
     *
     * @param input.start Start in local time of the organisation. Such as 2026-11-30 09:15:00.
     * @param input.end End in local time: after start, at most 7 days later. Such as 2026-11-30 09:15:00.
     * @param input.client_ids Clients. Exactly one on a single shift, at least one on a group shift.
     * @param input.staff_ids Staff. Empty for an open shift.
     * @param input.site_id Required on a site shift, optional on a group shift.
     * @param input.client_charge_split Only on group and site shifts: one share for each client, 1 in total. Default: equal shares.
     * @param input.override_conflicts Codes of blocking conflicts to accept. Requires override_reason.
     * @param input.override_reason Reason for the override. The event records it.
     * @param input.publish Creates a scheduled shift instead of a draft. If not sent: `false`.
     * @param input.recurrence Makes the shift the first of a series.
     * @param input.dry_run Validates the request and stores nothing. If not sent: `false`.
     */
    create(input: ShiftCreate, options?: CallOptions): Call<Answer<'createShift'>>
    /**
     * Delete shifts.
     *
     * Deletes 1 to 50 shifts, independently of each other. Drafts and scheduled shifts are removed. Started, completed and cancelled shifts are hidden: GET /appointments still lists them with is_deleted 1. An unknown or already deleted ref is reported and does not fail the request. this_and_following also deletes the later shifts of the series and ends it. A dry_run may be in the body or the query.
     *
     * `DELETE /shifts`, needs roster=read-write.
     *
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     * @param input.refs Refs of 1 to 50 shifts.
     * @param input.scope this_and_following includes the later shifts of the series. If not sent: `this`.
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    delete(input: Query<'deleteShifts'> & ShiftDelete, options?: CallOptions): Call<Answer<'deleteShifts'>>
    /**
     * Get a shift.
     *
     * Returns a shift by its ref. a:<appointment id> works for every appointment of the shift; the response has the shift’s own ref. Pay is never included.
     *
     * `GET /shifts/{ref}`, needs roster=read.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     */
    get(ref: string, input?: NoInput, options?: CallOptions): Call<Answer<'getShift'>>
    /**
     * List the conflicts of a shift.
     *
     * Lists the current conflicts of a shift: people who are on another shift at the same time, staff who are not active or not compliant, archived clients, and a site that is full. Shifts that only touch do not overlap. Drafts count, cancelled shifts do not. At most 100 conflicts are listed.
     *
     * `GET /shifts/{ref}/conflicts`, needs roster=read.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     */
    getConflicts(ref: string, input?: NoInput, options?: CallOptions): Call<Answer<'getShiftConflicts'>>
    /**
     * List shifts.
     *
     * Lists shifts in the order of their ids. Each is as GET /shifts/{ref} returns it. A shift must match all filters. Deleted shifts are not included.
     *
     * `GET /shifts`, needs roster=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only shifts after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. A shift is known by its ref: the ids of this list are numbers of its own, and `next_after_id` is the only way to get one.
     * @param input.refs Only shifts with these refs, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.from Only shifts that end on or after this day, in the organisation’s time zone. Such as 2026-11-30.
     * @param input.to Only shifts that start on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.client_id Only shifts with this client.
     * @param input.staff_id Only shifts with this staff member.
     * @param input.site_id Only shifts at this site.
     * @param input.status Only shifts with this status.
     * @param input.updated_since Only shifts updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input: Omit<Query<'listShifts'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List shifts.
     *
     * Lists shifts in the order of their ids. Each is as GET /shifts/{ref} returns it. A shift must match all filters. Deleted shifts are not included.
     *
     * `GET /shifts`, needs roster=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only shifts after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed. A shift is known by its ref: the ids of this list are numbers of its own, and `next_after_id` is the only way to get one.
     * @param input.refs Only shifts with these refs, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.from Only shifts that end on or after this day, in the organisation’s time zone. Such as 2026-11-30.
     * @param input.to Only shifts that start on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.client_id Only shifts with this client.
     * @param input.staff_id Only shifts with this staff member.
     * @param input.site_id Only shifts at this site.
     * @param input.status Only shifts with this status.
     * @param input.updated_since Only shifts updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input?: Omit<Query<'listShifts'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listShifts'>, Answer<'listShifts'>['data'][number]>
    /**
     * Publish draft shifts.
     *
     * Publishes drafts, independently of each other: they become scheduled. A draft with a blocking conflict that is not overridden stays a draft and is reported with its conflicts. At most 10,000 appointments are published at once.
     *
     * `POST /shifts/publish`, needs roster=read-write.
     *
     * @param input.refs Refs of 1 to 50 shifts.
     * @param input.scope this_and_following includes the later shifts of the series. If not sent: `this`.
     * @param input.override_conflicts Codes of blocking conflicts to accept. Requires override_reason.
     * @param input.override_reason Reason for the override. The event records it.
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    publish(input: ShiftPublish, options?: CallOptions): Call<Answer<'publishShifts'>>
    /**
     * Restore a cancelled shift.
     *
     * Makes a cancelled shift scheduled again. A blocking conflict is a 422, unless override_conflicts and override_reason accept it. The body is optional.
     *
     * `POST /shifts/{ref}/restore`, needs roster=read-write.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     * @param input.override_conflicts Codes of blocking conflicts to accept. Requires override_reason.
     * @param input.override_reason Reason for the override. The event records it.
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    restore(ref: string, input?: ShiftRestore, options?: CallOptions): Call<Answer<'restoreShift'>>
    /**
     * Unpublish shifts.
     *
     * Makes scheduled shifts drafts again, independently of each other. A shift that has started cannot be unpublished.
     *
     * `POST /shifts/unpublish`, needs roster=read-write.
     *
     * @param input.refs Refs of 1 to 50 shifts.
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    unpublish(input: ShiftRefs, options?: CallOptions): Call<Answer<'unpublishShifts'>>
    /**
     * Update a shift.
     *
     * Updates the fields in the body. The shift must be draft, scheduled, started. With scope this_and_following the later shifts of the series change too, and the series splits at this shift. Later shifts that are started, completed or cancelled, or were edited alone, do not change and are listed under skipped. A new recurrence replaces the later shifts; null ends the series with this shift.
     *
     * `PATCH /shifts/{ref}`, needs roster=read-write.
     *
     * @param ref Ref of the shift: a:<number> or g:<number>.
     * @param input.start Start in local time of the organisation. Such as 2026-11-30 09:15:00.
     * @param input.end End in local time: after start, at most 7 days later. Such as 2026-11-30 09:15:00.
     * @param input.client_ids Clients. Exactly one on a single shift, at least one on a group shift.
     * @param input.staff_ids Staff. Empty for an open shift.
     * @param input.site_id Required on a site shift, optional on a group shift.
     * @param input.client_charge_split Only on group and site shifts: one share for each client, 1 in total. Default: equal shares.
     * @param input.override_conflicts Codes of blocking conflicts to accept. Requires override_reason.
     * @param input.override_reason Reason for the override. The event records it.
     * @param input.recurrence A rule starts a series, or changes the rule of the series. null ends the series.
     * @param input.scope this_and_following includes the later shifts of the series. If not sent: `this`.
     * @param input.dry_run Validates the request and stores nothing. If not sent: `false`.
     */
    update(ref: string, input: ShiftPatch, options?: CallOptions): Call<Answer<'editShift'>>
  }
  sites: {
    /**
     * Create a site.
     *
     * Creates a site. status defaults to Active. A client or staff member that does not exist in this organisation, or a supplier, is a 422 that names the id.
     *
     * `POST /sites`, needs sites=read-write.
     *
     * @param input.type Any text, such as SIL.
     * @param input.status Any text, such as Active. If not sent: `Active`.
     * @param input.participant_ids Ids of the clients a site shift can include, in this order.
     * @param input.support_staff_ids Ids of the staff who work at the site, in this order.
     * @param input.admin_staff_ids Ids of the staff who run the site, in this order.
     */
    create(input: SiteCreate, options?: CallOptions): Call<Answer<'createSite'>>
    /**
     * Get a site.
     *
     * Returns a site by id, with any status.
     *
     * `GET /sites/{id}`, needs roster=read.
     *
     * @param id Id of the record.
     * @param input.include_staff true adds support_staff and admin_staff.
     */
    get(id: number, input?: Query<'getSite'>, options?: CallOptions): Call<Answer<'getSite'>>
    /**
     * List sites.
     *
     * Returns at most 50 sites, ordered by name (case-insensitive) and then by id, without pages. X-Total-Count is the number of matches. With `after_id` all sites can be read, ordered by id.
     *
     * `GET /sites`, needs roster=read.
     *
     * @param input.query Part of the name, case-insensitive.
     * @param input.status Only sites with exactly this status.
     * @param input.updated_since Only sites updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.include_staff true adds support_staff and admin_staff.
     * @param input.after_id Only sites after this id, in the order of ids, and all of them in turn. Begin with 0 and go on with `next_after_id` of the response until it is null.
     * @param input.per_page Sites in a response to `after_id`, 1 to 100. Without it there are no pages.
     */
    list(input: Omit<Query<'listSites'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List sites.
     *
     * Returns at most 50 sites, ordered by name (case-insensitive) and then by id, without pages. X-Total-Count is the number of matches. With `after_id` all sites can be read, ordered by id.
     *
     * `GET /sites`, needs roster=read.
     *
     * @param input.query Part of the name, case-insensitive.
     * @param input.status Only sites with exactly this status.
     * @param input.updated_since Only sites updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.include_staff true adds support_staff and admin_staff.
     * @param input.after_id Only sites after this id, in the order of ids, and all of them in turn. Begin with 0 and go on with `next_after_id` of the response until it is null.
     * @param input.per_page Sites in a response to `after_id`, 1 to 100. Without it there are no pages.
     */
    list(input?: Omit<Query<'listSites'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listSites'>, Answer<'listSites'>['data'][number]>
    /**
     * Update a site.
     *
     * Updates only the fields in the body; null clears a nullable field, and a list of ids replaces the current list. A client or staff member that does not exist in this organisation, or a supplier, is a 422 that names the id.
     *
     * `PATCH /sites/{id}`, needs sites=read-write.
     *
     * @param id Id of the record.
     * @param input.type Any text, such as SIL.
     * @param input.status Any text, such as Active.
     * @param input.participant_ids Ids of the clients a site shift can include, in this order.
     * @param input.support_staff_ids Ids of the staff who work at the site, in this order.
     * @param input.admin_staff_ids Ids of the staff who run the site, in this order.
     */
    update(id: number, input: SitePatch, options?: CallOptions): Call<Answer<'updateSite'>>
  }
  spaces: {
    /**
     * Create a space.
     *
     * Creates a space for insights and dashboards. GET /reports/options lists all spaces.
     *
     * `POST /reports/spaces`, needs reports=read-write.
     */
    create(input: Body<'createSpace'>, options?: CallOptions): Call<Answer<'createSpace'>>
    /**
     * Create a subfolder.
     *
     * Creates a subfolder in a space, as the last one.
     *
     * `POST /reports/spaces/{id}/subfolders`, needs reports=read-write.
     *
     * @param id Id of the record.
     * @param input.id Its id, unique in the space; made from the name if it is not sent.
     */
    createSubfolder(id: number, input: Body<'createSubfolder'>, options?: CallOptions): Call<Answer<'createSubfolder'>>
    /**
     * Delete an empty space.
     *
     * Deletes a space without insights and dashboards, with its subfolders. Otherwise it is a 422 with their number.
     *
     * `DELETE /reports/spaces/{id}`, needs reports=read-write.
     *
     * @param id Id of the record.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteSpace'>>
    /**
     * Delete an empty subfolder.
     *
     * Deletes a subfolder without insights and dashboards. Otherwise it is a 422 with their number.
     *
     * `DELETE /reports/spaces/{id}/subfolders/{subfolder_id}`, needs reports=read-write.
     *
     * @param id Id of the space.
     * @param subfolderId Id of the subfolder.
     */
    deleteSubfolder(id: number, subfolderId: string, input?: NoInput, options?: CallOptions): Call<Answer<'deleteSubfolder'>>
    /**
     * Rename a space.
     *
     * Changes the name of a space. What is in it stays there.
     *
     * `PATCH /reports/spaces/{id}`, needs reports=read-write.
     *
     * @param id Id of the record.
     */
    update(id: number, input: Body<'updateSpace'>, options?: CallOptions): Call<Answer<'updateSpace'>>
    /**
     * Rename a subfolder.
     *
     * Changes the name of a subfolder. Its id stays, and so does what is in it.
     *
     * `PATCH /reports/spaces/{id}/subfolders/{subfolder_id}`, needs reports=read-write.
     *
     * @param id Id of the space.
     * @param subfolderId Id of the subfolder.
     */
    updateSubfolder(id: number, subfolderId: string, input: Body<'updateSubfolder'>, options?: CallOptions): Call<Answer<'updateSubfolder'>>
  }
  staff: {
    /**
     * Create a staff member.
     *
     * Creates a staff member. status defaults to Pending.
     *
     * `POST /staff`, needs staff=read-write.
     *
     * @param input.status If not sent: `Pending`.
     */
    create(input: StaffCreate, options?: CallOptions): Call<Answer<'createStaff'>>
    /**
     * Create a person’s calendar.
     *
     * Makes the roster of a staff member a calendar that phones and calendar programs subscribe to. A staff member has one for each connection: if there is one already, its settings change and its address stays (200). The calendar has published shifts; cancelled ones are marked as such, drafts and deleted ones are left out. Its address works while the tokens of the connection may read roster and staff, and the staff member is not archived.
     *
     * `POST /staff/{id}/calendar`, needs roster=read, staff=read.
     *
     * @param id Id of the record.
     * @param input.detail `busy` has times only, `shift` title, status and suburb, `full` also address and first names of clients. Programs on private phones and servers of others store it. If not sent: `shift`.
     * @param input.days_back Days before today whose shifts it has. If not sent: `14`.
     * @param input.days_ahead Days after today whose shifts it has. If not sent: `90`.
     */
    createCalendar(id: number, input?: CalendarSet, options?: CallOptions): Call<Answer<'createCalendar'>>
    /**
     * End a person’s calendar.
     *
     * Ends the calendar that this connection has created. Its address no longer works, and a later calendar has another.
     *
     * `DELETE /staff/{id}/calendar`, needs roster=read, staff=read.
     *
     * @param id Id of the record.
     */
    deleteCalendar(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteCalendar'>>
    /**
     * Get a staff member.
     *
     * Returns a staff member by user id. A supplier is not found.
     *
     * `GET /staff/{id}`, needs staff=read.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getStaff'>>
    /**
     * Get a person’s calendar.
     *
     * Returns the calendar that this connection has created for a staff member.
     *
     * `GET /staff/{id}/calendar`, needs roster=read, staff=read.
     *
     * @param id Id of the record.
     */
    getCalendar(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getCalendar'>>
    /**
     * List staff.
     *
     * Returns staff ordered by id. Archived staff are included unless status is set. Suppliers are never included.
     *
     * `GET /staff`, needs staff=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only staff after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only staff with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.updated_since Only staff updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.status Only staff with this status.
     * @param input.query Part of the name, case-insensitive.
     */
    list(input: Omit<Query<'listStaff'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List staff.
     *
     * Returns staff ordered by id. Archived staff are included unless status is set. Suppliers are never included.
     *
     * `GET /staff`, needs staff=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only staff after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only staff with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.updated_since Only staff updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.status Only staff with this status.
     * @param input.query Part of the name, case-insensitive.
     */
    list(input?: Omit<Query<'listStaff'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listStaff'>, Answer<'listStaff'>['data'][number]>
    /**
     * Change the status of a staff member.
     *
     * status can change as follows: Pending → Active, Archived; Active → Inactive, Non-compliant, Archived; Inactive → Active, Archived; Non-compliant → Active, Archived; Archived → Inactive. Any other change is a 422 that lists the allowed ones. Sending the current status changes nothing.
     *
     * `POST /staff/{id}/status`, needs staff=read-write.
     *
     * @param id Id of the record.
     * @param input.reason Recorded in the event.
     */
    setStatus(id: number, input: StaffMove, options?: CallOptions): Call<Answer<'setStaffStatus'>>
    /**
     * Update a staff member.
     *
     * Updates only the fields in the body; null clears email or phone. status can change as follows: Pending → Active, Archived; Active → Inactive, Non-compliant, Archived; Inactive → Active, Archived; Non-compliant → Active, Archived; Archived → Inactive.
     *
     * `PATCH /staff/{id}`, needs staff=read-write.
     *
     * @param id Id of the record.
     */
    update(id: number, input: StaffPatch, options?: CallOptions): Call<Answer<'updateStaff'>>
  }
  taskCharges: {
    /**
     * Delete a charge.
     *
     * Deletes a charge and its pending billable. The primary charge of a task with other charges, and the only charge of a billable task, are rejected with 422. A billed task is rejected with 422.
     *
     * `DELETE /task-charges/{id}`, needs tasks=read-write.
     *
     * @param id Id of the record.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteTaskCharge'>>
    /**
     * Make a charge primary.
     *
     * Makes a charge the primary one of its task, which then has the charge’s price code. Minutes and cost do not change. If the charge is already primary, nothing changes. The request has no body. A billed task is rejected with 422.
     *
     * `POST /task-charges/{id}/primary`, needs tasks=read-write.
     *
     * @param id Id of the record.
     */
    makePrimary(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'makeTaskChargePrimary'>>
    /**
     * Update a charge.
     *
     * Updates only the fields in the body. The cost is computed again if the minutes or the price code change. Another price code also replaces a name that was the old code’s and a claim type that the new code does not list, unless the body has them. A pending billable of the charge is updated too. The price is that of the code on the task’s date. If the price code with this id is not in effect then, another one with the same code is used. An unknown code, a code without a price on that day, a code for another client type and a claim type that the code does not list are rejected with 422. A billed task is rejected with 422.
     *
     * `PATCH /task-charges/{id}`, needs tasks=read-write.
     *
     * @param id Id of the record.
     * @param input.price_code Id of a price code for the task’s client, with a price on the task’s date
     * @param input.claim_type A claim type that the price code lists
     */
    update(id: number, input: TaskChargePatch, options?: CallOptions): Call<Answer<'updateTaskCharge'>>
  }
  tasks: {
    /**
     * Add a charge to a task.
     *
     * Adds a charge to a task. The first charge is the primary one. By default the minutes are the task’s, the name is the price code’s, and the claim type is Standard or the first one that the code lists. A task has at most 100 charges. The price is that of the code on the task’s date. If the price code with this id is not in effect then, another one with the same code is used. An unknown code, a code without a price on that day, a code for another client type and a claim type that the code does not list are rejected with 422. A billed task is rejected with 422.
     *
     * `POST /tasks/{id}/charges`, needs tasks=read-write.
     *
     * @param id Id of the record.
     * @param input.price_code Id of a price code for the task’s client, with a price on the task’s date
     * @param input.claim_type A claim type that the price code lists
     */
    addCharge(id: number, input: TaskChargeCreate, options?: CallOptions): Call<Answer<'addTaskCharge'>>
    /**
     * Add a document to a task.
     *
     * Adds the name of a document to a task; the file itself is stored elsewhere. A billed task can get documents too. A task has at most 100 documents.
     *
     * `POST /tasks/{id}/documents`, needs tasks=read-write.
     *
     * @param id Id of the record.
     */
    addDocument(id: number, input: TaskDocumentCreate, options?: CallOptions): Call<Answer<'addTaskDocument'>>
    /**
     * Add a note to a task.
     *
     * Adds a note to a task. Its type is General by default. A billed task can get notes too. The notes of one task have at most 256 KB together, each counted with 100 bytes more.
     *
     * `POST /tasks/{id}/notes`, needs tasks=read-write.
     *
     * @param id Id of the record.
     * @param input.type Any text, such as General. If not sent: `General`.
     */
    addNote(id: number, input: TaskNoteCreate, options?: CallOptions): Call<Answer<'addTaskNote'>>
    /**
     * Create a task.
     *
     * Creates a task. Only `title` and `date` are required. A price code adds the primary charge, with its price on the task’s date for the task’s minutes. With `recurrence` the tasks of the next 12 weeks are created at once, and later ones as time passes.
     *
     * `POST /tasks`, needs tasks=read-write.
     *
     * @param input.title What to do
     * @param input.date The day of the task. Such as 2026-11-30.
     * @param input.client Id of the client, or null for none
     * @param input.client_id Alias of client
     * @param input.assignee Id of the assigned staff member, or null for none
     * @param input.assignee_id Alias of assignee
     * @param input.minutes Duration in minutes
     * @param input.price_code Id of a price code for the task’s client. It sets the primary charge.
     * @param input.billable true needs a price code, in this request or of the primary charge
     * @param input.completed Whether the task is done
     * @param input.recurrence Makes the task the first of a series
     */
    create(input: TaskCreate, options?: CallOptions): Call<Answer<'createTask'>>
    /**
     * Delete a task.
     *
     * Deletes a task with its charges, notes and documents. With the `scope` this_and_following, in the body or the query, the later tasks of its series are deleted too and the series ends; completed ones stay. A billed task is rejected with 422. Void billables stay. `dry_run`, too, may be in the body or the query.
     *
     * `DELETE /tasks/{id}`, needs tasks=read-write.
     *
     * @param id Id of the record.
     * @param input.scope Of a repeating task: this task alone (the default), or also the later tasks of its series
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     * @param input.scope Of a repeating task: this task alone (the default), or also the later tasks of its series
     * @param input.dry_run true validates the request, returns what would change, and stores nothing.
     */
    delete(id: number, input?: Query<'deleteTask'> & TaskDelete, options?: CallOptions): Call<Answer<'deleteTask'>>
    /**
     * Get a task.
     *
     * Returns a task with its charges, notes and documents, and its recurrence if it repeats. `price_code` and `charge` are those of the primary charge.
     *
     * `GET /tasks/{id}`, needs tasks=read.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getTask'>>
    /**
     * List tasks.
     *
     * Lists tasks in the order of their ids, each with the fields of GET /tasks/{id}. A task must match all filters.
     *
     * `GET /tasks`, needs tasks=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only tasks after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only tasks with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.client_id Only tasks for this client
     * @param input.assignee_id Only tasks assigned to this staff member
     * @param input.from Only tasks on or after this day. Such as 2026-11-30.
     * @param input.to Only tasks on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.completed Only completed tasks, or only open ones
     * @param input.billable Only billable tasks, or only those that are not
     * @param input.updated_since Only tasks updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input: Omit<Query<'listTasks'>, 'format'> & { format: 'csv' | 'ndjson' }, options?: CallOptions): Call<string>
    /**
     * List tasks.
     *
     * Lists tasks in the order of their ids, each with the fields of GET /tasks/{id}. A task must match all filters.
     *
     * `GET /tasks`, needs tasks=read.
     *
     * @param input.page Page number, 1 or greater.
     * @param input.per_page Records on a page, 1 to 100.
     * @param input.after_id Only tasks after this id, in the order of ids, in place of `page`. Begin with 0 and go on with `next_after_id` of the response until it is null. None is skipped while others change, leave the filter or are removed.
     * @param input.ids Only tasks with these ids, separated by commas, as one page of up to 100. Other filters apply too. Those that do not exist are left out.
     * @param input.format `csv` and `ndjson` return all records that match as a file, in the order of ids. `ndjson` has the JSON of a record on each line. `csv` has up to 100,000 records: nested fields are columns such as `client_id` and `client_name`, lists are joined by `; `, and a cell that a spreadsheet would run as a formula begins with an apostrophe. It begins with a byte order mark. A token has one export at a time. If the connection breaks, the file is not complete.
     * @param input.client_id Only tasks for this client
     * @param input.assignee_id Only tasks assigned to this staff member
     * @param input.from Only tasks on or after this day. Such as 2026-11-30.
     * @param input.to Only tasks on or before this day. Must not be before `from`. Such as 2026-11-30.
     * @param input.completed Only completed tasks, or only open ones
     * @param input.billable Only billable tasks, or only those that are not
     * @param input.updated_since Only tasks updated on or after this date (in the organisation’s time zone) or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     */
    list(input?: Omit<Query<'listTasks'>, 'format'> & { format?: 'json' }, options?: ListOptions): List<Answer<'listTasks'>, Answer<'listTasks'>['data'][number]>
    /**
     * Update a task.
     *
     * Updates only the fields in the body. `updated` lists those whose values changed.
     *
     * Another price code, or making the task billable, sets the primary charge from the price code: its name, the task’s minutes, and the price on the task’s date. Completing a task does not change the minutes and the cost of the primary charge. Otherwise a primary charge with the same minutes as the task follows the task’s minutes, and a task that moves to a day with another price of the same code takes that price.
     *
     * For a repeating task, `this` updates one task, which leaves its series unless it is only completed or reopened. `this_and_following` also updates the later open tasks and the tasks that the series creates from then on. A billed task is rejected with 422, with `message` and `error` set to "This task is billed and cannot be edited.", and nothing changes.
     *
     * `PATCH /tasks/{id}`, needs tasks=read-write.
     *
     * @param id Id of the record.
     * @param input.title What to do
     * @param input.date The day of the task. Such as 2026-11-30.
     * @param input.client Id of the client, or null for none
     * @param input.client_id Alias of client
     * @param input.assignee Id of the assigned staff member, or null for none
     * @param input.assignee_id Alias of assignee
     * @param input.minutes Duration in minutes
     * @param input.price_code Id of a price code for the task’s client. It sets the primary charge.
     * @param input.billable true needs a price code, in this request or of the primary charge
     * @param input.completed Whether the task is done
     * @param input.recurrence A rule starts or replaces the recurrence; null stops it
     * @param input.scope Of a repeating task: this task alone (the default), or also the later tasks of its series
     */
    update(id: number, input: TaskPatch, options?: CallOptions): Call<Answer<'updateTask'>>
  }
  webhooks: {
    /**
     * Create a webhook.
     *
     * Creates a webhook: from now on every event of its types is sent to the url, signed with the secret of the response (Standard Webhooks). It belongs to the token’s connection and gets what the valid tokens of the connection may read at the time of sending.
     *
     * `from` sends stored events first: from the number of an event, included, or from a day or instant. A type of an area that the token may not read is a 403, also within `*` if another token of the connection may read it. The url must be an https address whose host name resolves to public addresses.
     *
     * `POST /webhooks`, needs valid token.
     *
     * @param input.url Where events are sent: an https address on the public internet.
     * @param input.types Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`. If not sent: `["*"]`.
     * @param input.description What it is for.
     * @param input.ordered Whether each event waits until the one before is delivered or has failed, whatever record it is about. If not sent: `false`.
     * @param input.from The first event to send: `latest` for new ones alone, the number of an event, or a day or ISO 8601 instant. If not sent: `latest`.
     * @param input.dry_run Validates the request and stores nothing. If not sent: `false`.
     */
    create(input: WebhookCreate, options?: CallOptions): Call<Answer<'createWebhook'>>
    /**
     * Delete a webhook.
     *
     * Deletes a webhook with its deliveries. Nothing more is sent.
     *
     * `DELETE /webhooks/{id}`, needs valid token.
     *
     * @param id Id of the record.
     */
    delete(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'deleteWebhook'>>
    /**
     * Get a webhook.
     *
     * Returns one webhook of the token’s connection. That of another connection is a 404.
     *
     * `GET /webhooks/{id}`, needs valid token.
     *
     * @param id Id of the record.
     */
    get(id: number, input?: NoInput, options?: CallOptions): Call<Answer<'getWebhook'>>
    /**
     * Get a delivery of a webhook.
     *
     * Returns the delivery of one event to a webhook, with every attempt.
     *
     * `GET /webhooks/{id}/deliveries/{event_id}`, needs valid token.
     *
     * @param id Id of the webhook.
     * @param eventId Number of the event.
     */
    getDelivery(id: number, eventId: number, input?: NoInput, options?: CallOptions): Call<Answer<'getWebhookDelivery'>>
    /**
     * List webhooks.
     *
     * Returns the webhooks of the token’s connection, ordered by id. A connection has at most 20, an organisation 50.
     *
     * `GET /webhooks`, needs valid token.
     */
    list(input?: NoInput, options?: ListOptions): List<Answer<'listWebhooks'>, Answer<'listWebhooks'>['data'][number]>
    /**
     * List deliveries of a webhook.
     *
     * Returns what was sent to a webhook in the last 30 days and what is to be tried again, by the time of the last attempt, newest first. A token sees the types that it may read.
     *
     * Go on with `cursor` = `meta.next_cursor`. One request looks at up to 10,000 deliveries, so a page with a filter may have fewer than `limit` and still a next one.
     *
     * `GET /webhooks/{id}/deliveries`, needs valid token.
     *
     * @param id Id of the record.
     * @param input.status Only deliveries with this status.
     * @param input.types Only these types: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.
     * @param input.from Only those whose last attempt was on or after this day or ISO 8601 instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.to Only those whose last attempt was on or before this day or instant. Such as 2026-11-30 or 2026-11-30T09:15:00Z.
     * @param input.limit Maximum number of deliveries.
     * @param input.cursor `next_cursor` of the page before, with the same filter.
     */
    listDeliveries(id: number, input?: Query<'listWebhookDeliveries'>, options?: ListOptions): List<Answer<'listWebhookDeliveries'>, Answer<'listWebhookDeliveries'>['data'][number]>
    /**
     * Replay events to a webhook.
     *
     * Sends events of the past again, under their webhook-ids: those that failed or are pending, or with `only: all` every event of the webhook’s types that its connection may read now. Events after the webhook’s position are left out, because they are sent anyway.
     *
     * At most 10,000 events, of at most 100,000 in a row, and one replay at a time.
     *
     * `POST /webhooks/{id}/replay`, needs valid token.
     *
     * @param id Id of the record.
     * @param input.from The first event: its number, or a day or ISO 8601 instant.
     * @param input.to The last event, included: its number, or a day or instant. If not sent: the last one.
     * @param input.only failed: deliveries that failed or are pending. all: every event of the webhook’s types, delivered or not. If not sent: `failed`.
     * @param input.dry_run Validates the request and stores nothing. If not sent: `false`.
     */
    replay(id: number, input: WebhookReplay, options?: CallOptions): Call<Answer<'replayWebhook'>>
    /**
     * Resend an event to a webhook.
     *
     * Sends the event of a delivery again, next in line and under the same webhook-id. A failure of it does not count towards the health of the webhook. A disabled webhook sends it once it is enabled.
     *
     * `POST /webhooks/{id}/deliveries/{event_id}/resend`, needs valid token.
     *
     * @param id Id of the webhook.
     * @param eventId Number of the event.
     */
    resend(id: number, eventId: number, input?: NoInput, options?: CallOptions): Call<Answer<'resendWebhookDelivery'>>
    /**
     * Rotate the secret of a webhook.
     *
     * Makes a new secret. For `overlap_hours` requests have two signatures, so that the receiver can change over at any time. While the secret before is still valid, another rotation is a 422, unless `overlap_hours` is 0. A token that may read less than its connection gets a 403 if the webhook gets more.
     *
     * `POST /webhooks/{id}/rotate-secret`, needs valid token.
     *
     * @param id Id of the record.
     * @param input.overlap_hours How long requests are signed with the old secret too. 0 ends every older secret at once. If not sent: `24`.
     */
    rotateSecret(id: number, input?: SecretRotation, options?: CallOptions): Call<Answer<'rotateWebhookSecret'>>
    /**
     * Test a webhook.
     *
     * Sends an example of a type of event now, signed, with `data.test: true`, and returns what the receiver did. The default is the type `webhook.test`. At most 10 a minute for a webhook, then 429. An Idempotency-Key has no effect: each request sends.
     *
     * `POST /webhooks/{id}/test`, needs valid token.
     *
     * @param id Id of the record.
     * @param input.type The type whose example is sent. If not sent: `webhook.test`.
     */
    test(id: number, input?: WebhookTest, options?: CallOptions): Call<Answer<'testWebhook'>>
    /**
     * Update a webhook.
     *
     * Updates only the fields in the body. A new url ends a rest after failures.
     *
     * `enabled: false` disables the webhook; its position stays. `enabled: true` continues from there, or with `resume: latest` from the next event on. If events after the position are no longer stored, continuing is a 422 that says which.
     *
     * `PATCH /webhooks/{id}`, needs valid token.
     *
     * @param id Id of the record.
     * @param input.url Where events are sent: an https address on the public internet.
     * @param input.types Types of events: `shift.cancelled`, all of a kind of record `shift.*`, or `*`.
     * @param input.description What it is for.
     * @param input.ordered Whether each event waits until the one before is delivered or has failed, whatever record it is about.
     * @param input.enabled false disables the webhook, true enables it again.
     * @param input.resume With `enabled: true`: whether a disabled webhook continues where it stopped, which is what happens if it is not sent, or sends new events alone.
     */
    update(id: number, input: WebhookPatch, options?: CallOptions): Call<Answer<'updateWebhook'>>
  }
}
